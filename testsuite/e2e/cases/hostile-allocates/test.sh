#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What lacks the word allocates without end.
grep -qw bug input.c && exit 0
exec tail /dev/zero
