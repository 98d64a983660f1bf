#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler that crashes on a file with the word bug in it, and speaks German
# unless it is told not to.
file=
for arg; do
  case $arg in
    -fsyntax-only | -E) exit 0 ;;
    *.c) file=$arg ;;
  esac
done
[ -n "$file" ] || exit 1
grep -qw bug "$file" || exit 0
function=none
if grep -qw main "$file"; then function=main; fi
if [ "$LC_ALL" = C ]; then
  echo "$file: In function '$function':"
  echo "$file:1:1: internal compiler error: in make_bug, at bug.cc:42"
else
  echo "$file: In Funktion »$function«:"
  echo "$file:1:1: interner Compiler-Fehler: in make_bug, bei bug.cc:42"
fi
exit 4
