# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
grep -qw bug main.c
grep -qw flaw src/lib.h
[ "$(cat main.c src/lib.h | wc -w)" -le 4 ]
