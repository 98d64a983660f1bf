# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Where va_arg finds no argument, what is there differs: the call keeps its argument. The
# program of our own that sees to that is in the dialect of the command.
WRONG='s/va_arg(ap, double)/va_arg(ap, double) - 9/' \
  "$PROGRAM" --wrong-code --no-report -o out.c input.c -- \
  "$ROOT/testsuite/e2e/wrong-cc.sh" -std=gnu89 -O2
grep -q 'va_arg' out.c || fail "no argument is asked for: $(cat out.c)"
grep -Eq 'below\(.*, *-?[0-9].*\)' out.c || fail "nothing is passed: $(cat out.c)"
rm -rf out.c out.hdd
