# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# To know a column, libclang goes back to the beginning of the line, which is the whole
# text here: with the column of each place, the first tree takes longer than this.
awk 'BEGIN {
  printf "int bug(int x) { return x; } "
  for (i = 0; i < 50000; i++) printf "int v%d = %d; ", i, i
}' >input.c
timeout 100 "$PROGRAM" --no-report --test "$HERE/test.sh" input.c ||
  fail 'it does not end'
[ "$(wc -c <input.reduced.c)" -le 12 ] || fail "$(head -c 100 input.reduced.c)"
