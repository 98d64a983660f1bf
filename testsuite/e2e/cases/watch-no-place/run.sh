# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Without a place for bundles the compile ends as it does, with one line more.
cp -R "$HERE/project" .
code=0
"$HERE/cc.sh" -c project/bug1.c 2>plain || code=$?
without() { # WORDS ENV-ARGUMENT...
  words=$1 now=0
  shift
  env "$@" "$PROGRAM" watch -- "$HERE/cc.sh" -c project/bug1.c 2>err </dev/null ||
    now=$?
  [ "$now" -eq "$code" ] || fail "$*: exit status $now, not $code"
  sed '/^clang-hdd: /d' err | diff plain - >&2 || fail "$*: other output"
  grep '^clang-hdd: ' err >ours || true
  grep -qE "^clang-hdd: warning: cc\.sh crashed \(.*\), which is not kept: .*$words" \
    ours || fail "$*: $(cat ours)"
  [ "$(wc -l <ours)" -eq 1 ] || fail "$*: $(cat ours)"
}
: >file
without 'neither XDG_STATE_HOME nor HOME is set' -u HOME -u XDG_STATE_HOME
without 'neither XDG_STATE_HOME nor HOME is set' HOME= XDG_STATE_HOME=here
without 'Not a directory' XDG_STATE_HOME="$PWD/file"
without 'cannot make' -u XDG_STATE_HOME HOME=/proc/nobody
if [ "$(id -u)" -ne 0 ]; then
  mkdir closed && chmod 500 closed
  without 'Permission denied' XDG_STATE_HOME="$PWD/closed"
fi
rm -rf project plain err ours file closed
