# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
awk 'BEGIN {
  printf "int before;\nint bug = "
  for (i = 0; i < 50000; i++) printf "("
  printf "1"
  for (i = 0; i < 50000; i++) printf ")"
  print ";\nint after;"
}' >input.c
