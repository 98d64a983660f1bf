# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
printf 'int a;\n#pragma clang __debug llvm_fatal_error\nint bug;\nint b;\n' >input.c
