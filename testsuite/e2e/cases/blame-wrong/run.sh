# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# One line each of what cannot be, and an exit code.
# shellcheck disable=SC2154 # cc and work are of blame.sh
set -eu
. "$ROOT/testsuite/e2e/blame.sh"
begin
pad 1
fails() { # CODE PATTERN WORD...
  pattern=$2
  code=$1
  shift 2
  blame "$code" "$@"
  [ "$(wc -l <"$work/told")" -eq 1 ] || wrong 'not one line'
  grep -q -e "$pattern" "$work/told" || wrong "no $pattern"
  [ ! -s "$work/said" ] || wrong 'something is printed'
}
fails 7 'src/a.c does not crash .*cc.sh at HEAD' src/a.c -- "$cc" -Iinclude -c src/a.c
fails 7 'at HEAD, which says: line 1:10: .*v.h' src/a.c -- "$cc" -c src/a.c
echo 'int bug;' >src/new.c
fails 18 'src/new.c is not in .* at HEAD' src/new.c -- "$cc" -c src/new.c
fails 18 'nothing' --rev nothing src/a.c -- "$cc" -c src/a.c
fails 18 'no git repository' --repo "$work" src/a.c -- "$cc" -c src/a.c
fails 18 'is not in the repository' --repo . "$HERE/cc.sh" -- "$cc" -c "$HERE/cc.sh"
fails 5 'compiler .* is not found' src/a.c -- no-such-compiler -c src/a.c
fails 1 'one FILE only' src/a.c src/new.c -- "$cc"
fails 1 'name the file' --quiet
fails 1 'use exact, function, kind or pattern' --match some src/a.c -- "$cc"
fails 1 '--hang: leave' --hang 1 --match kind src/a.c -- "$cc"
fails 1 '--cc: leave it out' --cc "$cc" src/a.c -- "$cc"
fails 1 '--build-path: leave it out' -p . src/a.c -- "$cc"
fails 1 '--no-reduce: use one' --reduced src/a.c --no-reduce src/a.c -- "$cc"
fails 2 'nothing.c: no such file' --reduced nothing.c src/a.c -- "$cc"
fails 8 'not an extended regular expression' --ice-pattern '(' src/a.c -- "$cc"
fails 17 'compile_commands.json' -p src src/a.c
