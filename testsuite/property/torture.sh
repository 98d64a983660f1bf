#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# T1 to T3 over the C and C++ files of GCC's own test suite, as Debian's package
# gcc-12-source has them: torture.sh PROP-FILES [TAR-FILE]
# Takes minutes, so the continuous integration leaves it out; docs/algorithm.md
# holds the figures that it printed.
set -eu
checker=$(realpath "$1")
tar=${2:-/usr/src/gcc-12/gcc-12.2.0-dfsg.tar.xz}
if [ ! -e "$tar" ]; then
  echo "SKIP: no $tar (Debian's gcc-12-source)"
  exit 77
fi
tar=$(realpath "$tar")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
tar -xf "$tar" --wildcards '*/gcc/testsuite/gcc.c-torture/*.c' \
  '*/gcc/testsuite/gcc.dg/*.c' '*/gcc/testsuite/c-c++-common/*.c' \
  '*/gcc/testsuite/g++.dg/*.C'

for folder in gcc.c-torture/compile gcc.c-torture/execute \
  gcc.dg c-c++-common g++.dg; do
  printf '%s: ' "$folder"
  find ./*/gcc/testsuite/"$folder" -name '*.[cC]' | LC_ALL=C sort |
    tr '\n' '\0' | xargs -0 -s 1900000 "$checker" >log 2>&1 || failed=1
  tail -n 1 log
  head -n -1 log
done
exit "${failed:-0}"
