#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
grep -qw bug input.c
