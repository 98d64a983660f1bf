# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What is given to clang-hdd is for the program: says how.
echo y >in.txt
"$PROGRAM" --wrong-code input.c -- gcc -O2 <in.txt 2>said && fail 'it reads no input'
grep -q "give it with --run './a.out <in.txt'" said || fail "$(cat said)"
rm -rf in.txt said input.hdd
