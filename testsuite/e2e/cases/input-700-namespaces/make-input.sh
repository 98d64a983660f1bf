# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Only a rewrite opens a namespace, and the text is larger than those for which
# rewrites are requested at once.
awk 'BEGIN {
  for (i = 0; i < 700; i++) printf "namespace n%d {\n", i
  print "int bug;"
  for (i = 0; i < 700; i++) print "}"
}' >input.cc
