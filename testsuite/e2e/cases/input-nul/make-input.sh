# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
printf 'int a;\0\0 int bug; \0\nint b;\n' >input.c
