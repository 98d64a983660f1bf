# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
grep -qw bug main.reduced/main.c
grep -qw flaw main.reduced/util.c
sed -n 's/^reproduce *//p' "$HERE/../err" | grep -q ' main.c util.c)$'
sh main.report/reproduce.sh >/dev/null
