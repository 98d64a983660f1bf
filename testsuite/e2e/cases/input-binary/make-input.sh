# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
printf 'int a;\n\377\376\200\001\033 int bug; \377\nint b;\n' >input.c
