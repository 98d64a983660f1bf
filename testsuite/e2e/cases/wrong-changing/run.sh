# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The wrong program prints something else in each run, the right one does not.
WRONG='s/<< 3/+ getpid()/' "$PROGRAM" --wrong-code -v input.c -- \
  "$ROOT/testsuite/e2e/wrong-cc.sh" -O2
