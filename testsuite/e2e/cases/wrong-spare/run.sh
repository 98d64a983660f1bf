# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# If clang does not build the text, valgrind looks for uninitialised memory.
"$PROGRAM" --wrong-code -v --explain-oracle input.c -- "$ROOT/testsuite/e2e/wrong-cc.sh" -O2
