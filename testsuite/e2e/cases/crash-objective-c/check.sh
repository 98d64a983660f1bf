# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The test for LLVM's own suite is one of the language.
[ -s input.report/lit-test.m ]
clang-14 -w -target m68k -fsyntax-only "$RESULT"
