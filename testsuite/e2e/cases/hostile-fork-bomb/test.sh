#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What lacks the word starts processes that start processes.
grep -qw bug input.c && exit 0
bomb() {
  [ "$1" -gt 0 ] || exec sleep 985432
  bomb $(($1 - 1)) &
  bomb $(($1 - 1))
}
bomb 7
