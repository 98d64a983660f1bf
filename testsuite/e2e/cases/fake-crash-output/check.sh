# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
cmp -s input.c "$HERE/input.c"
grep -qw bug small.c
[ "$(wc -w <small.c)" -le 2 ]
