#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What lacks the word prints a gigabyte.
grep -qw bug input.c && exit 0
head -c 1000000000 /dev/zero
exit 1
