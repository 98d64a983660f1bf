#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Interesting: it compiles as strict C99 and prints the message when run.
gcc-12 -std=c99 -pedantic-errors -include stdio.h -o program input.c || exit 1
timeout 5 ./program | grep -qx 'Hello world!'
