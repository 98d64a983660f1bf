#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler that crashes on a file with the word bug in it. Asked for its version
# it says so in $ASKED and takes its time, if there is such a variable.
file=
for arg; do
  case $arg in
    -v) [ -z "${ASKED-}" ] || { : >"$ASKED" && sleep 30; }; exit 0 ;;
    -fsyntax-only | -E) exit 0 ;;
    *.c) file=$arg ;;
  esac
done
[ -n "$file" ] || exit 1
grep -qw bug "$file" || exit 0
echo "$file:1:1: internal compiler error: in make_bug, at bug.cc:42"
exit 4
