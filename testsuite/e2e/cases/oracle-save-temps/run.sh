# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"$PROGRAM" --json --save-temps --max-tests 5 input.c -- \
  "$ROOT/testsuite/e2e/cases/fake-crash/cc.sh"
