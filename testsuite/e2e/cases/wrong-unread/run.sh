# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What is counted from what malloc has left is not branched on, so that MSan is asked
# about it where it is read.
WRONG='s/turns \{0,1\}\(= 0\|++\)/limit = 4/' \
  "$PROGRAM" --wrong-code --no-report --only-pass assignment-to-increment \
  -o out.c input.c -- "$ROOT/testsuite/e2e/wrong-cc.sh" -O2
grep -q 'turns = 0' out.c || fail "it counts from nothing: $(cat out.c)"
rm -rf out.c out.hdd
