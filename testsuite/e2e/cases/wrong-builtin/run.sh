# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Clang looks at a text with a builtin that it has not.
"$PROGRAM" --wrong-code -v --explain-oracle input.c -- "$ROOT/testsuite/e2e/wrong-cc.sh" -O2
