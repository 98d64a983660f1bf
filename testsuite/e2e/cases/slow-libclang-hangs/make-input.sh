# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# This recursion without end is a loop without end in optimised builds of
# libclang: the limit of its CPU time ends it.
printf 'int a;\n#pragma clang __debug overflow_stack\nint bug;\nint b;\n' >input.c
