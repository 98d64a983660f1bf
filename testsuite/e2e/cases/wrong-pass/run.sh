# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# GCC 12 merges stores of bit-fields wrongly (PR 111613): the pass has to be named.
gcc-12 -O2 input.c -o bad
! ./bad >/dev/null 2>&1 || exit 77 # it is fixed here
rm bad
"$PROGRAM" --wrong-code --max-tests 12 -v --json input.c -- gcc-12 -O2
