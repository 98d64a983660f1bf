# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
printf 'int a;\n#pragma clang __debug parser_crash\nint bug;\nint b;\n' >input.c
