# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Of a clang command, what the crash needs.
"$PROGRAM" -v --json --no-report input.c -- clang-14 -w -g -O2 \
  -fno-crash-diagnostics -Wall -std=gnu11 -target r600 -fno-strict-aliasing \
  -mllvm -stats=false -S -o /dev/null
