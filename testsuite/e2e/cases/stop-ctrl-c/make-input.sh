# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A thousand declarations of which every second one is needed: no reduction of
# this ends within seconds at ten tests a second.
awk 'BEGIN {
  for (i = 0; i < 1000; i++) printf "int %s%d;\n", i % 2 ? "bug" : "x", i
}' >input.c
