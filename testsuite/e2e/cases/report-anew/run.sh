# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A report is found by the file, its folders and itself; what was edited by hand
# comes out in all texts.
set -eu
"$PROGRAM" --quiet input.c -- "$HERE/cc.sh"
rm input.report/report.txt input.report/reproduce.sh
sed -i 's/make_bug/edited/g' input.report/report.json
for name in input.report input.report/ input.report/report.json input.hdd \
  input.c input.reduced.c; do
  [ "$("$PROGRAM" report "$name")" = "input.report/report.txt" ]
  grep -q 'edited' input.report/report.txt
  rm input.report/report.txt
done
[ "$(cd input.report && "$PROGRAM" report report.json)" = ./report.txt ]
"$PROGRAM" report -o other input.c
cmp input.report/reproduce.sh other/reproduce.sh
cmp input.report/report.json other/report.json
for format in plain script html json; do
  "$PROGRAM" report --format=$format input.c >"$format"
  [ -s "$format" ]
done
for format in bugzilla github dejagnu lit; do # the crash is of neither
  code=0
  "$PROGRAM" report --format=$format input.c >wrong 2>said || code=$?
  [ "$code" -eq 1 ] && [ ! -s wrong ]
  grep -q "report --format $format: .*; use plain" said
done
cmp json input.report/report.json
cmp script input.report/reproduce.sh

# Something else has reduced it.
echo 'int bug;' >small.c
[ "$("$PROGRAM" report small.c -- "$HERE/cc.sh")" = small.report/report.txt ]
grep -q 'in make_bug, at bug.cc:42' small.report/report.txt
if grep -q 'was reduced from' small.report/report.txt; then exit 1; fi
small.report/reproduce.sh
[ "$("$PROGRAM" report --cc "$HERE/cc.sh" --format=script small.c)" = \
  "$(cat small.report/reproduce.sh)" ]

# The report of a reduction is not replaced by a poorer one.
code=0
"$PROGRAM" report input.c -- "$HERE/cc.sh" 2>said || code=$?
[ "$code" -eq 11 ]
grep -q 'input.report is the report of a reduction' said
cmp json input.report/report.json
"$PROGRAM" report -o other input.c -- "$HERE/cc.sh" >/dev/null
grep -q 'at bug.cc:42' other/report.txt

# A second reduction of the same text replaces its report. Another text's stays.
"$PROGRAM" --quiet input.c -- "$HERE/cc.sh" 2>said
[ ! -s said ]
cp input.report/report.json first.json
echo 'int other; int bug;' >input.c
"$PROGRAM" input.c -- "$HERE/cc.sh" 2>said
grep -q 'input.report was .* another reduction and is now .*input.report.~1~$' said
cmp first.json input.report.~1~/report.json
grep -q '"original": "int other' input.report/report.json
echo 'int third; int bug;' >input.c
"$PROGRAM" --quiet input.c -- "$HERE/cc.sh"
cmp first.json input.report.~1~/report.json
grep -q '"original": "int other' input.report.~2~/report.json
