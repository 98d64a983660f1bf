# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What is no crash has a report too, and its script tells.
set -eu
"$PROGRAM" --quiet --test "$HERE/interesting.sh" input.c
cp "$HERE/interesting.sh" .
input.report/reproduce.sh
echo 'int a;' >fine.c
if input.report/reproduce.sh fine.c; then exit 1; fi
[ ! -e input.report/bugzilla.txt ]

"$PROGRAM" --quiet --max-tests 2 --hang 1 input.c -- "$HERE/hang.sh"
grep -q 'does not end within 1 s' input.report/report.txt
input.report/reproduce.sh
if input.report/reproduce.sh fine.c; then exit 1; fi
