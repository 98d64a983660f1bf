#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
echo x >"$HOME/sandbox-test"
grep -qw bug input.c
