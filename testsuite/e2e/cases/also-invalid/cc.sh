#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler that looks like gcc and crashes on the word bug. Asked for the syntax
# alone, it has an error for a file without a cow, and a warning for one without a
# dog.
file=
for arg; do
  case $arg in
    --version) echo 'cc.sh (GCC) 1.0 Free Software Foundation'; exit 0 ;;
    -fsyntax-only) syntax=1 ;;
    -E) exit 0 ;;
    *.c) file=$arg ;;
  esac
done
[ -n "$file" ] || exit 1
if [ "${syntax:-}" ]; then
  grep -qw dog "$file" || echo "$file:1:1: warning: there is no dog"
  grep -qw cow "$file" || { echo "$file:1:1: error: there is no cow"; exit 1; }
elif grep -qw bug "$file"; then
  echo "$file:1:1: internal compiler error: in make_bug, at bug.cc:42"
  exit 4
fi
exit 0
