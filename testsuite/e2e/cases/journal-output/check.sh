# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
grep -qw bug out/small.c
[ "$(ls -A in)" = input.c ]
[ -e out/small.hdd/journal.git/HEAD ]
