# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# An option that decides what the program means is not lost by the command alone:
# then the program would differ without -O2 too.
"$PROGRAM" --wrong-code --ub fast --only-pass lines --no-report --json input.c -- "$ROOT/testsuite/e2e/wrong-cc.sh" -O2 -funsigned-char
