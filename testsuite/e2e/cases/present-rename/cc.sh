#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler that crashes on some tokens, whatever the names are, unless $BUG is
# that of the variable.
file=
for arg; do
  case $arg in
    -fsyntax-only | -E) exit 0 ;;
    *.c) file=$arg ;;
  esac
done
[ -n "$file" ] || exit 1
name='[A-Za-z_0-9]+'
if tr -d '[:space:]' <"$file" |
  grep -Eq "^struct$name\\{int$name;\\}${BUG:-$name};int$name\\(\\)\\{int($name)=1;return\\1;\\}\$"; then
  echo "$file:1:1: internal compiler error: in make_bug, at bug.cc:42"
  exit 4
fi
exit 0
