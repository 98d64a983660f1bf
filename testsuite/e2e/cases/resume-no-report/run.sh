# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Killed between its result and its report, a reduction has that too when it is
# resumed; its tests are known.
set -eu
"$PROGRAM" -j 1 --keep-flags input.c -- "$HERE/cc.sh" -c
cp input.report/report.json whole
cp input.reduced.c result
rm -r input.report
"$PROGRAM" -j 1 --keep-flags --json --resume input.c -- "$HERE/cc.sh" -c
cmp input.reduced.c result
for facts in whole input.report/report.json; do
  jq '.tests, .steps[].new, .reduced, .signature' "$facts" >"${facts##*/}.facts"
done
cmp whole.facts report.json.facts
# Once it is there, nothing is left to do.
"$PROGRAM" --keep-flags --resume input.c -- "$HERE/cc.sh" -c 2>said
grep -q 'was complete already' said
