# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
cmp input.c.orig "$HERE/input.c"
grep -qw bug input.c
[ "$(wc -w <input.c)" -le 2 ]
