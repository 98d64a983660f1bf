#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler that warns of a file with the word careful in it, and crashes on
# one with the word bug too.
file=
for arg; do
  case $arg in
    --version) echo 'warns.sh (GCC) 1.0' && echo 'Free Software Foundation'; exit ;;
    -fsyntax-only | -E) exit 0 ;;
    *.c) file=$arg ;;
  esac
done
[ -n "$file" ] || exit 1
! grep -qw careful "$file" || echo "$file:1:1: warning: careful here"
grep -qw bug "$file" || exit 0
echo "$file:1:1: internal compiler error: in make_bug, at bug.cc:42"
exit 4
