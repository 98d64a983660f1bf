#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler that crashes on the word bug, is killed on it if KILLED is set, takes files
# without a suffix for object files, and does not end on the word slow.
language=
for arg; do
  case $arg in
    --version) echo 'fake-cc 1.0' && exit 0 ;;
    -E | -fsyntax-only) exit 0 ;;
    -x) language=yes ;;
    *.c | *id:*) file=$arg ;;
  esac
done
case $file in
  *.c) language=yes ;;
esac
if [ -z "$language" ]; then
  echo "cc: warning: $file: linker input file unused because linking not done"
  exit 0
fi
! grep -qw slow "$file" || exec sleep 60
grep -qw bug "$file" || exit 0
if [ -n "${KILLED-}" ]; then
  echo 'cc: fatal error: Killed signal terminated program cc1'
  exit 1
fi
echo "$file:1:1: internal compiler error: in make, at make.cc:10"
exit 4
