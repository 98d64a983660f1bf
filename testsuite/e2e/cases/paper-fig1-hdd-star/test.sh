#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Interesting: the compiler accepts it and the decrement is there.
gcc-12 -fsyntax-only input.c && grep -q 'y--' input.c
