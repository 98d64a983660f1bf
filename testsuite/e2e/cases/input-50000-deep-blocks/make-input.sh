# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Deep in blocks: no reduction to the end, which is bound by the depth.
awk 'BEGIN {
  print "int before;\nint f(void)"
  for (i = 0; i < 50000; i++) printf "{"
  printf "int bug;"
  for (i = 0; i < 50000; i++) printf "}"
  print "\nint after;"
}' >input.c
