# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
awk 'BEGIN {
  for (i = 0; i < 190000; i++) {
    printf "static int function_%06d(int a) { return a + %d; }\n", i, i
    if (i == 100000) print "int bug;"
  }
}' >input.c
[ "$(wc -c <input.c)" -gt 10000000 ]
