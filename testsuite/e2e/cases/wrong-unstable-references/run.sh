# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The wrong program prints nothing before it aborts, the right ones another number in
# each run: they disagree, but no behaviour is undefined.
"$PROGRAM" --wrong-code input.c -- "$ROOT/testsuite/e2e/wrong-cc.sh" -O2
