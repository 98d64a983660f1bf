#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler with three bugs: that for files with all of the words bug, cow and
# emu, that for two of them, and that for one. It takes a little while.
file=
for arg; do
  case $arg in
    -fsyntax-only | -E) exit 0 ;;
    *.c) file=$arg ;;
  esac
done
[ -n "$file" ] || exit 1
i=0 count=0
while [ "$i" -lt 2000 ]; do i=$((i + 1)); done
for word in bug cow emu; do
  if grep -qw "$word" "$file"; then count=$((count + 1)); fi
done
[ "$count" -gt 0 ] || exit 0
echo "$file:1:1: internal compiler error: in make_$count, at zoo.cc:42"
exit 4
