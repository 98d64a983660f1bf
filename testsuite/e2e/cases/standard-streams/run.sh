# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Standard streams that are closed, full, or meant by a dash.
cc=$ROOT/testsuite/e2e/cases/fake-crash/cc.sh
printf "int a;\nint bug;\n" >input.c
reduces() { # NAME REDIRECTIONS FILE
  eval '"$PROGRAM" --no-report -o "$1" "$3" -- "$cc" '"$2" ||
    fail "$1: $?"
  if ! grep -qw bug "$1"; then fail "$1: $(cat "$1")"; fi
}
refuses() { # CODE WORDS REDIRECTION ARGUMENT...
  wanted=$1 words=$2 how=$3 code=0
  shift 3
  eval '"$PROGRAM" --no-report "$@" 2>err '"$how" || code=$?
  [ "$code" -eq "$wanted" ] || fail "$*: $code, not $wanted: $(cat err)"
  grep -q -e "$words" err || fail "$*: $(cat err)"
}
reduces err.c '2>&-' input.c
reduces none.c '<&- >&- 2>&-' input.c
mkfifo pipe.c
cat input.c >pipe.c &
reduces piped.c '2>err' pipe.c
grep -q 'pipe.c is a pipe' err || fail "$(cat err)"
refuses 11 '--json: standard output cannot be written' '>/dev/full' \
  --json -q --max-tests 1 input.c -- "$cc"
for option in --help --version --list-passes --dump-tree; do
  refuses 11 'standard output cannot be written' '>/dev/full' "$option" input.c
done
refuses 11 '--explain-oracle: standard output' '>/dev/full' \
  --explain-oracle input.c -- "$cc"
"$PROGRAM" list --help >/dev/full 2>err && fail 'list --help is not written'
refuses 2 'name a file' '>out' - -- "$cc"
refuses 1 'name a file' '>out' -o - input.c -- "$cc"
refuses 1 'name a file' '>out' -o /dev/stdout input.c -- "$cc"
cp input.c ./-dash.c
refuses 1 'the file is ./-dash.c' '>out' -dash.c -- "$cc"
rm -r ./*
