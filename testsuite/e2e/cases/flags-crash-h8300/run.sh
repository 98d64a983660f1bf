# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Of the command of an old GCC, which cannot say what a level implies.
"$PROGRAM" --json --no-report input.c -- h8300-hitachi-coff-gcc -w -g -O3 \
  -Wall -finstrument-functions -fno-common -S -o out.s
