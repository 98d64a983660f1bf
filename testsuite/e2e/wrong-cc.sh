#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler that, with -O2, takes `<< 3` for `<< 2`, or does what else the sed
# script in $WRONG says: the cases wrong-* share it.
set -eu
wrong='' file='' preprocess=''
for word; do
  case $word in
  -O2) wrong=1 ;;
  -E) preprocess=1 ;;
  *.c | *.cc) file=$word ;;
  esac
done
suffix=${file##*.}
if [ -n "$wrong" ] && [ -z "$preprocess" ] && [ -f "$file" ]; then
  sed "${WRONG:-s/<< 3/<< 2/}" "$file" >"$file.wrong.$suffix"
  for word; do
    shift
    if [ "$word" = "$file" ]; then word=$file.wrong.$suffix; fi
    set -- "$@" "$word"
  done
fi
if [ "$suffix" = cc ]; then exec g++ "$@"; fi
exec gcc "$@"
