# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
printf '#pragma clang __debug overflow_stack\nint bug;\n' >input.c
