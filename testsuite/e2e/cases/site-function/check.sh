# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
grep -qw bug "$RESULT"
tail -n 1 ../out | grep -q "\"site\":\"function 'bug', line 6\""
"$PROGRAM" --explain-oracle input.c -- "$HERE/cc.sh" >said
grep -Eq "^crash site +function 'bug', line 6$" said
