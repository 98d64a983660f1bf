#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Crashes on a bug, and has no end where the b of the original is missing.
for file; do case $file in -fsyntax-only | -E | '-###') exit 0 ;; esac; done
if ! grep -qw b "$file"; then
  trap '' TERM
  exec sleep 986546
fi
if grep -qw bug "$file"; then
  echo "$file:1:1: internal compiler error: in make_bug, at bug.cc:42"
  exit 4
fi
