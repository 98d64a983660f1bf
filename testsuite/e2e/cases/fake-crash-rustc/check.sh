# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
grep -qw bug "$RESULT"
[ ! -e left ]
cmp -s "$RESULT" input.report/input.rs
grep -q '^Labels: C-bug, I-ICE, T-compiler$' input.report/github.md
