# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A library function keeps its parameters where one of them is a structure.
export WRONG='/gettimeofday(&/s/[+] 1/+ 0/'
"$PROGRAM" --wrong-code input.c -- "$ROOT/testsuite/e2e/wrong-cc.sh" -O2
