# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler that takes its time, or reads from the terminal.
[ -t 0 ] && [ -t 1 ] && [ -t 2 ] || exit 99
echo $$ >started
read -r word
echo "$word" >word
exit 3
