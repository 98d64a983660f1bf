#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
[ -e empty.h ] && grep -qw bug main.c && grep -qw flaw './-odd name.h' &&
  grep -qw word data
