# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
awk 'BEGIN {
  for (i = 0; i < 400; i++) printf "int %s;\n", i % 2 ? "x" i : "bug"
}' >input.c
