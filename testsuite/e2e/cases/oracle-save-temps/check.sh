# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Each test has a folder with its text and what was printed.
cd input.hdd/temps || exit 1
cmp 000000-interesting/input.c ../../input.c
grep -q '^\$ .*cc\.sh -c' 000000-interesting/output
grep -q 'in make_bug, at bug.cc:42' 000000-interesting/output
[ "$(find . -name input.c | wc -l)" -ge 4 ]
[ "$(find . -name output | wc -l)" -ge 4 ]
