#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
grep -q 'p->second' input.c && gcc -w -fsyntax-only input.c
