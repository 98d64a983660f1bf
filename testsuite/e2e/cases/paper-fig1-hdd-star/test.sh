#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Interesting: the compiler accepts it and the decrement is there.
grep -q "y--" input.c && gcc-12 -fsyntax-only input.c
