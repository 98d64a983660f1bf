#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The word sun makes it slow, so that a kill finds it at work.
grep -qw bug main.c && grep -qw flaw src/lib.h || exit 1
sleep 0.05
