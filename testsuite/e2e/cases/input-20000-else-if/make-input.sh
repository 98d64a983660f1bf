# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
awk 'BEGIN {
  print "int f(int x) {"
  for (i = 0; i < 20000; i++) printf "if (x == %d) return %d; else ", i, i
  print "return 0; }\nint bug;"
}' >input.c
