# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Found by -I, and not beside the file that includes it.
mkdir inc
echo 'int a; int bug; int c;' >inc/lib.h
printf '#include "lib.h"\nint d;\n' >main.c
