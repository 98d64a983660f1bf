# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The source includes the candidate, and stays as it is.
cmp main.c lib.reduced/main.c
grep -qw bug lib.reduced/lib.h
[ "$(wc -w <lib.reduced/lib.h)" -le 2 ]
