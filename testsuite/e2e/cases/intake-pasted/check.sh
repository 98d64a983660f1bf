# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
grep -qw bug sub/input.reduced.c
[ ! -e sub/log ] && [ ! -e sub/x.d ] && [ ! -e sub/x.o ]
grep -q '^reproduce .*(cd .*/sub && env LEVEL=1 ' "$HERE/../err"
