#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Interesting: the compiler crashes on ./input.c with the message below.
out=$(timeout -k 1 20 clang-14 -w -target m68k -O1 -S -o input.s input.c 2>&1 </dev/null) && exit 1
printf '%s\n' "$out" | LC_ALL=C grep -Eq -- 'Cannot select: 0x[0-9a-f]+: i[0-9]+ = sign_extend_inreg'
