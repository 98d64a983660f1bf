# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Of three runs in a row two agree, whichever comes first.
COUNT=$PWD/count
export COUNT
: >"$COUNT"
"$PROGRAM" -v --json --repeat 3 --test "$HERE/test.sh" input.c
