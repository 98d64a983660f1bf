# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
gcc-12 -O2 -w "$RESULT" -o bad
gcc-12 -O0 -w "$RESULT" -o good
./good || fail 'the right program fails'
! ./bad || fail 'the wrong program is right'
rm bad good
