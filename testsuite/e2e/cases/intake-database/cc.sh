#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler that crashes on a file with the word bug in it, if LEVEL is set and
# -Deep was given, and that sees ../include.
[ "${LEVEL:-}" = 3 ] || exit 0
file='' deep='' seen=''
for arg; do
  case $arg in
    -fsyntax-only | -E) exit 0 ;;
    -Deep) deep=1 ;;
    -I*/include) [ -e "${arg#-I}/known.h" ] && seen=1 ;;
    *.c) file=$arg ;;
  esac
done
if [ "$deep" ] && [ "$seen" ] && grep -qw bug "$file"; then
  echo "$file:1:1: internal compiler error: in make_bug, at bug.cc:42"
  exit 4
fi
exit 0
