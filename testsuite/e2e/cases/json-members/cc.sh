#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler that crashes on the word bug.
for file; do :; done
grep -q bug "$file" || exit 0
echo "$file:1:1: internal compiler error: in f, at g.c:1" >&2
exit 4
