# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
awk 'BEGIN {
  print "int before;\nint f(void)"
  for (i = 0; i < 50000; i++) printf "{"
  printf "int bug;"
  for (i = 0; i < 50000; i++) printf "}"
  print "\nint after;"
}' >input.c
