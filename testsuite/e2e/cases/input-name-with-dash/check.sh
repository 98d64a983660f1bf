# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
if grep 'warning:' ../err; then exit 1; fi
grep -qw bug ./-bug.reduced.c
git --git-dir=-bug.hdd/journal.git show HEAD:-bug.c | cmp - ./-bug.reduced.c
sh ./-bug.report/reproduce.sh >/dev/null
