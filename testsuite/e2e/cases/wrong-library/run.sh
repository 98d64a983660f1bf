# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# MSan does not see what the library of C++ writes, so that valgrind looks for
# uninitialised memory.
"$PROGRAM" --wrong-code -v --explain-oracle input.cc -- "$ROOT/testsuite/e2e/wrong-cc.sh" -O2 -l m
