#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler that looks like gcc, with a driver: the compiler proper is cc1 beside
# it. It crashes on a file with the words bug and cow in it. It takes its time, so
# that running cc1 alone is worth it.
file=
for arg; do
  case $arg in
    --version) echo 'cc.sh (GCC) 1.0 Free Software Foundation'; exit 0 ;;
    '-###') asked=1 ;;
    -fsyntax-only | -E) exit 0 ;;
    *.c) file=$arg ;;
  esac
done
[ -n "$file" ] || exit 1
if [ "${asked:-}" ]; then
  echo "COLLECT_GCC=$0"
  echo " \"${0%/*}/cc1\" -quiet $file"
  exit 0
fi
i=0
while [ "$i" -lt 20000 ]; do i=$((i + 1)); done
if grep -qw bug "$file" && grep -qw cow "$file"; then
  echo "$file:1:1: internal compiler error: in make_bug, at bug.cc:42"
  exit 4
fi
exit 0
