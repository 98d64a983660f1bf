#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Finds both files under their names, and nothing else.
[ "$(find . -type f | LC_ALL=C sort | tr '\n' ' ')" = './main.c ./src/lib.h ' ] &&
  grep -qw bug main.c && grep -qw flaw src/lib.h
