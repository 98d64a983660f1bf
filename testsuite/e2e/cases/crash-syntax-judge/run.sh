# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Where whoever checks all of a text crashes or rejects it, the compiler's own parser
# keeps the syntax; what the text means is not known then.
{
  echo 'procedure Input is'
  echo '  Other : Nowhere.Integer;'
  echo '  package Inner is'
  echo '    Bug : Integer;'
  echo '    Last : Integer;'
  echo '  end Inner;'
  echo 'begin'
  echo '  null;'
  echo 'end;'
} >input.adb
"$PROGRAM" -v input.adb -- "$HERE/gnatgcc" -c >out 2>&1 || fail "$(cat out)"
"$HERE/gnatgcc" -gnats input_reduced.adb || fail "$(cat input_reduced.adb)"
grep -q '^judge  *.*/gnatgcc -c -gnats input\.adb$' out || fail "$(cat out)"
grep -qw Last input_reduced.adb && fail "$(cat input_reduced.adb)"
grep -q '"judge_class"' input.report/report.json && fail "$(cat input.report/report.json)"
rm -r ./*
