#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# gcc, but for files that have the word bug in them: there it crashes, and like
# the real driver it ends with 1.
for arg; do
  case $arg in
    --version | -E) exec gcc "$@" ;;
  esac
done
for arg; do
  case $arg in
    *.[ci])
      if grep -qw bug "$arg"; then
        echo "$arg: In function 'bug':"
        echo "$arg:1:1: internal compiler error: in make_bug, at bug.cc:42"
        exit 1
      fi >&2
      ;;
  esac
done
exec gcc "$@"
