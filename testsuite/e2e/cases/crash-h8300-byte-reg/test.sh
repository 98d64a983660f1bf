#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Interesting: the compiler crashes on ./input.c with the message below.
out=$(timeout -k 1 20 h8300-hitachi-coff-gcc -w -S -o input.s input.c 2>&1 </dev/null) && exit 1
printf '%s\n' "$out" | LC_ALL=C grep -Eq -- 'internal compiler error: in byte_reg, at .*h8300\.c:342'
