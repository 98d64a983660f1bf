# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
grep -qw bug "$RESULT"
[ ! -e left ]
cmp -s "$RESULT" input.report/input.rs
grep -q '^Labels: C-bug, I-ICE, T-compiler$' input.report/github.md
[ -e input_reduced.rs ] && "$HERE/rustc" input_reduced.rs | grep -q 'no bug'
rm left
[ "$("$PROGRAM" report input_reduced.rs)" = input.report/github.md ]
