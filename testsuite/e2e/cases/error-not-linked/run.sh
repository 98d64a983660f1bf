# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The advice is for a command that would have linked, not for one with its own -c
# or one that names no file.
for words in '-O2 -flto input.c other.o' '-O2 -c input.c' -O2; do
  # shellcheck disable=SC2086 # words
  "$PROGRAM" input.c -- "$HERE/cc.sh" $words
  [ $? -eq 7 ] || exit 1
done
exit 7
