# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A hang or an error has a report too, and its script shows it.
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

# A pattern that decides alone: a warning, of a compiler that crashed at first.
printf "int a;\nint careful;\nint bug;\n" >warned.c
"$PROGRAM" --quiet --valid accepted --ice-pattern 'careful here' --match pattern warned.c -- \
  "$HERE/warns.sh"
tr -d '[:space:]' <warned.reduced.c | grep -qx 'careful;' || exit 1
grep -q 'prints a line that matches "careful here"' warned.report/report.txt
if grep -q '^compiler .*version' warned.report/report.txt; then exit 1; fi
warned.report/reproduce.sh
if warned.report/reproduce.sh fine.c; then exit 1; fi
