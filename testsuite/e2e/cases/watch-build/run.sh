# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A project is built with and without watch: the same is printed and made, with
# the same exit status, but for one line about each crash.
export XDG_STATE_HOME="$PWD/state"
unset MAKEFLAGS MFLAGS CLANG_HDD_QUIET
build() { # NAME CC ARGUMENT...: prints into NAME.out, NAME.err; status in NAME.code
  name=$1 cc=$2
  shift 2
  rm -rf project && cp -R "$HERE/project" .
  code=0
  make -C project CC="$cc" "$@" >"$name.out" 2>"$name.err" || code=$?
  echo "$code" >"$name.code"
  # shellcheck disable=SC2012 # plain names
  (cd project && ls && cat ./*.d) >"$name.made"
}
watched="$PROGRAM watch -- $HERE/cc.sh"
same() { # SORTED LINES ARGUMENT...: LINES of ours are told
  sorted=$1 lines=$2
  shift 2
  build plain "$HERE/cc.sh" "$@"
  build watched "$watched" "$@"
  [ "$(grep -c '^clang-hdd: ' watched.err)" -eq "$lines" ] ||
    fail "$* has other lines of ours: $(cat watched.err)"
  sed -i '/^clang-hdd: /d' watched.err
  # Make prints the command that it runs.
  sed -i "s|$PROGRAM watch -- ||" watched.out watched.err
  if [ "$sorted" = yes ]; then
    for name in plain watched; do
      for part in out err; do sort -o "$name.$part" "$name.$part"; done
    done
  fi
  for part in out err code made; do
    diff "plain.$part" "watched.$part" >&2 || fail "$part of $* differs"
  done
}
bugs='MORE=bug1.o bug2.o bug3.o'
same no 0
same yes 0 -j4
[ -x project/prog ] || fail 'nothing was built'
same no 0 MORE=wrong.o
[ ! -e state ] || fail 'an error in a source is kept'
same no 1 "$bugs"
same no 3 -k "$bugs"
same yes 3 -k -j4 "$bugs"
grep -q '"seen": 7' state/clang-hdd/crashes/*/bundle.json ||
  fail "$(cat state/clang-hdd/crashes/*/bundle.json)"
export CLANG_HDD_QUIET=1
same no 0 "$bugs"
rm -rf state
watched="$PROGRAM watch --quiet $HERE/cc.sh"
unset CLANG_HDD_QUIET
build quiet "$watched" "$bugs"
! grep clang-hdd: quiet.err || fail '--quiet says something'
[ -e state/clang-hdd/crashes ] || fail '--quiet keeps nothing'

# Two watches, and one around a cache, tell of a crash once.
rm -rf state
printf '#!/bin/sh\nexec "$@"\n' >ccache && cp ccache wrapper
chmod +x ccache wrapper
for middle in '' "$PWD/ccache" "$PWD/wrapper"; do
  build nested "$PROGRAM watch -- $middle $PROGRAM watch -- $HERE/cc.sh" \
    MORE=bug1.o
  [ "$(grep -c '^clang-hdd: ' nested.err)" -eq 1 ] ||
    fail "nested with $middle: $(cat nested.err)"
done
grep -q '"seen": 3' state/clang-hdd/crashes/*/bundle.json || fail 'not once'
export CLANG_HDD_WATCH=off
build off "$PROGRAM watch -- $HERE/cc.sh" "$bugs"
! grep '^clang-hdd:' off.err || fail 'CLANG_HDD_WATCH=off says something'
rm -rf project state ccache wrapper ./*.out ./*.err ./*.code ./*.made
