# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Everything fits into the source; the header stays, and is empty.
grep -qw bug main.reduced/main.c
[ "$(wc -w <main.reduced/main.c)" -le 2 ]
[ ! -s main.reduced/lib.h ]
[ -e main.report/main.c ]
