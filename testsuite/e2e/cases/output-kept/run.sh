# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The result of another reduction is kept; the same one again leaves no copy.
set -eu
reduce() { # WORD OPTION...
  word=$1
  shift
  "$PROGRAM" --no-report "$@" -c "grep -qw $word input.c" input.c
}
reduce red
reduce green 2>said
grep -q 'input.reduced.c was another result and is now .*input.reduced.c.~1~' said
grep -qw red input.reduced.c.~1~
grep -qw green input.reduced.c
reduce green
reduce green --resume
reduce blue
grep -qw green input.reduced.c.~2~

# --resume keeps it too, and a complete run writes its own again.
reduce green --resume 2>said
grep -q 'written again' said
grep -qw green input.reduced.c
grep -qw blue input.reduced.c.~3~
reduce red --no-precheck --max-tests 2
reduce blue
reduce red --no-precheck --resume
grep -qw red input.reduced.c
[ "$(cat input.reduced.c.~6~)" = blue ]
rm ./*.~[3456]~

# So is a folder of several files.
cp input.c other.c
for word in red green green; do
  "$PROGRAM" --no-report -c "grep -qw $word other.c" input.c other.c
done
grep -qw red input.reduced.~1~/other.c
grep -qw green input.reduced/other.c

# What somebody else writes meanwhile is kept too.
mkdir changed
cp input.c changed
cd changed
meanwhile='[ ! -s input.reduced.c ] || [ -e done ] || { echo mine >input.reduced.c; : >done; }'
"$PROGRAM" --no-report --no-sandbox -j1 -c "(cd '$PWD'; $meanwhile); grep -qw red input.c" input.c
[ "$(cat input.reduced.c.~1~)" = mine ]
grep -qw red input.reduced.c
cd ..
rm -r changed
