# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# --no-report leaves it out; where it cannot be written the result stays.
set -eu
"$PROGRAM" --quiet --no-report input.c -- "$HERE/cc.sh"
[ ! -e input.report ]
: >input.report
"$PROGRAM" input.c -- "$HERE/cc.sh"
[ ! -s input.report ]
grep -qw bug input.reduced.c
