#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
case "$*" in
  *--version*) echo 'hangs.sh (GCC) 1.0' && echo 'Free Software Foundation' ;;
  *input.c*) exec sleep 98656 ;;
esac
