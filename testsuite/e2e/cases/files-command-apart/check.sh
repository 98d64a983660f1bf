# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The crash needs both files.
grep -q '^#include "lib.h"' main.reduced/main.c
[ "$(wc -w <main.reduced/lib.h)" -le 2 ]
grep -qw bug main.reduced/lib.h
(cd main.reduced && "$HERE/cc.sh" -c main.c) && exit 1
sh main.report/reproduce.sh >/dev/null
