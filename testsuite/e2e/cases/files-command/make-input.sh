# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
echo 'int a; int bug; int c;' >lib.h
printf '#include "lib.h"\nint d;\n' >main.c
