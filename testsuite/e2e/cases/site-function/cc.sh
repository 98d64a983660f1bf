#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler that crashes on a file with the word bug in it, and says where.
file=
for arg; do
  case $arg in
    -fsyntax-only | -E) exit 0 ;;
    *.c) file=$arg ;;
  esac
done
[ -n "$file" ] || exit 1
line=$(grep -nw bug "$file" | head -n 1 | cut -d: -f1)
[ -n "$line" ] || exit 0
cat <<EOS
$file: In function 'f':
$file:1:1: warning: something else
$file: In function 'bug':
$file:$line:5: internal compiler error: in make_bug, at bug.cc:42
EOS
exit 4
