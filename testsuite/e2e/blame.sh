# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A project with a history in ./project, and blame on it; sourced by run.sh of the
# cases blame-*. Its compiler, cc.sh, crashes on the word bug.
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
export GIT_AUTHOR_NAME='A. Author' GIT_AUTHOR_EMAIL=author@example.org
export GIT_COMMITTER_NAME='C. Committer' GIT_COMMITTER_EMAIL=c@example.org
cc=$HERE/cc.sh
[ -e "$cc" ] || cc=$ROOT/testsuite/e2e/cases/blame-guess/cc.sh
clock=1700000000 work=$PWD
wrong() {
  printf 'FAIL: %s\n' "$*" >&2
  cat "$work/said" "$work/told" >&2
  exit 1
}
commit() { # SUBJECT: all that is there
  clock=$((clock + 60))
  git add -A
  GIT_AUTHOR_DATE="$clock +0100" GIT_COMMITTER_DATE="$clock +0000" \
    git commit -q --allow-empty -m "$1"
}
merge() { # BRANCH SUBJECT
  clock=$((clock + 60))
  GIT_AUTHOR_DATE="$clock +0100" GIT_COMMITTER_DATE="$clock +0000" \
    git merge -q --no-ff -m "$2" "$1"
}
pad() { # COUNT: commits that have nothing to do with it, one of them in src/a.c
  for i in $(seq "$1"); do
    echo "int pad_$clock;" >>src/other.c
    [ "$i" -gt 1 ] || echo "int more_$clock;" >>src/a.c
    commit "pad $i"
  done
}
# A file that is fine, with a header.
begin() {
  mkdir project
  cd project || exit 1
  git init -q --template= -b main .
  mkdir src include
  printf 'typedef int number;\n#define NAME fine\n' >include/v.h
  printf '#include "v.h"\nstatic number start = 1;\n\nint f(int x)\n{\n%s\n}\n' \
    '  return x + start;' >src/a.c
  commit begin
}
state() {
  find "$work/project" -printf '%p %m %y %l %T@ %C@ %s\n' | LC_ALL=C sort
  find "$work/project" -type f -print0 | LC_ALL=C sort -z | xargs -0 sha1sum
}
blame() { # CODE WORD...: nothing of the project changes
  wanted=$1
  shift
  state >"$work/before"
  code=0
  "$PROGRAM" blame "$@" >"$work/said" 2>"$work/told" </dev/null || code=$?
  state >"$work/after"
  cmp "$work/before" "$work/after" || wrong 'the project was changed'
  [ "$code" -eq "$wanted" ] || wrong "exit status $code, not $wanted"
}
says() { # LINE...: basic regular expressions, whole lines
  for line; do
    grep -q -e "^$line\$" "$work/said" || wrong "no line $line"
  done
}
found() { # REVISION [FILE]
  says "${2:-src/a.c} crashes since commit $(git rev-parse "$1")"
}
compiled() { # MOST
  count=$(sed -n 's/^\([0-9]*\) commits* compiled.*/\1/p' "$work/said")
  [ "$count" -le "$1" ] || wrong "$count commits compiled, not $1"
}
