#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Preprocesses, and crashes on the word bug; says the line as markers have it,
# and no name. With -DMARKERS it crashes only if there are some.
file='' out='' plain='' markers='' wants=''
while [ $# -gt 0 ]; do
  case $1 in
    -fsyntax-only) exit 0 ;;
    -E) markers=1 ;;
    -P) plain=1 ;;
    -o) out=$2 && shift ;;
    -DMARKERS) wants=1 ;;
    *.c) file=$1 ;;
  esac
  shift
done
[ -n "$file" ] || exit 1
if [ "$markers" ]; then
  {
    [ "$plain" ] || printf '# 1 "input.c"\n# 1 "part.h" 1\n'
    echo 'int part;'
    [ "$plain" ] || printf '# 1 "part.h" 1\n'
    echo 'int part;'
    [ "$plain" ] || printf '# 3 "input.c" 2\n\n'
    printf 'int f;\nint bug;\n'
  } >"$out"
  exit 0
fi
grep -q bug "$file" || exit 0
line=$(grep -n bug "$file" | head -n 1 | cut -d: -f1)
if grep -q '^#' "$file"; then line=5
elif [ "$wants" ]; then exit 0; fi
echo "$file:$line:5: internal compiler error: in make_bug, at bug.cc:42"
exit 4
