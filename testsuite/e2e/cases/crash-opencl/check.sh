# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The test for LLVM's own suite is one of the language.
[ -s input.report/lit-test.cl ]
clang-14 -w -target r600 -cl-std=CL2.0 -fsyntax-only "$RESULT"
