# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A text without main is no program, so that nothing is built from it.
"$PROGRAM" --wrong-code --ub fast --only-pass declarations,elements --json \
  input.c -- "$ROOT/testsuite/e2e/wrong-cc.sh" -O2
