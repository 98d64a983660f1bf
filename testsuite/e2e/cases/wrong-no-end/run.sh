# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The wrong program computes without end, the right one takes no time: no run of the
# wrong one is as long as the first limit is, which the signal would end.
ulimit -t 5
WRONG='s/more = 0/more = 1/' "$PROGRAM" --wrong-code --no-report -v input.c -- \
  "$ROOT/testsuite/e2e/wrong-cc.sh" -O2
