#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Interesting two times out of three.
grep -qw bug input.c || exit 1
[ "${COUNT:-}" ] || exit 0
echo >>"$COUNT"
[ $(($(wc -l <"$COUNT") % 3)) -ne 0 ]
