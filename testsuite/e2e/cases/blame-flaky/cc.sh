#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler that crashes on the word bug two times of three.
for arg; do
  case $arg in -E | -dM | --version) exec gcc "$@" ;; esac
done
if grep -qw bug a.c; then
  echo . >>"$COUNTER"
  [ $(($(wc -l <"$COUNTER") % 3)) -eq 0 ] || kill -SEGV $$
fi
exec gcc "$@"
