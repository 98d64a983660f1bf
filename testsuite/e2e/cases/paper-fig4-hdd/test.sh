#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Interesting: the compiler accepts it, and a loop in mult contains both
# assignments as they were.
both='i=i\+j\+1;z\[i\]=z\[i\]\*\(z\[0\]\+0\);'
loop='(for\([^{}]*\)|while\([^{}]*\)|do)'
tr -d '[:space:]' <input.c | grep -Eq "mult\([^{}]*\)\{[^{}]*$loop\{$both\}" &&
  gcc-12 -fsyntax-only input.c
