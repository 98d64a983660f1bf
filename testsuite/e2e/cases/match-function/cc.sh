#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler that crashes on a file with the word bug in it: in a line that
# depends on the file, in a function too, and with COUNTER also on the run.
file='' counter=''
for arg; do
  case $arg in
    -fsyntax-only | -E) exit 0 ;;
    -DCOUNTER=*) counter=${arg#*=} ;;
    *.c) file=$arg ;;
  esac
done
[ -n "$file" ] || exit 1
grep -qw bug "$file" || exit 0
line=1 function=make_bug runs=0
if grep -qw line_7 "$file"; then line=7; fi
if grep -qw elsewhere "$file"; then function=make_other; fi
case $counter in
  line:* | function:*)
    [ ! -e "${counter#*:}" ] || runs=$(cat "${counter#*:}")
    runs=$((runs + 1))
    echo "$runs" >"${counter#*:}" ;;
esac
case $counter in
  line:*) line=$((line + 10 * runs)) ;;
  function:*) function=make_$runs ;;
esac
echo "during RTL pass: cse"
echo "$file:1:1: internal compiler error: in $function, at bug.cc:$line"
exit 4
