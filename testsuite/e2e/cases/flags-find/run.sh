# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A file that says its options itself, and one that needs a usual one.
{ echo '/* { dg-do compile } */'
  echo '/* { dg-options "-O2 -fbad" } */'
  cat input.c; } >own.c
"$PROGRAM" -v own.c -- "$HERE/cc.sh" -target old 2>said && exit 1
grep -q 'does not crash .*--find-flags would try' said && exit 1 # some are given
"$PROGRAM" -v --find-flags own.c -- "$HERE/cc.sh" -target old || exit 1
"$PROGRAM" -v --json --find-flags input.c -- "$HERE/cc.sh" -target old -fbad
