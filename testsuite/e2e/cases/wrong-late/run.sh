# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The wrong program ends after more than ten times what the right one takes.
WRONG='s/more = 0/more = 1/' "$PROGRAM" --wrong-code --no-report -v input.c -- \
  "$ROOT/testsuite/e2e/wrong-cc.sh" -O2
