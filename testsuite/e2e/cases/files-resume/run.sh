# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Stopped anywhere, the folder is whole, and --resume ends with the same bytes.
"$PROGRAM" -q --no-report -o whole --test "$HERE/test.sh" main.c src/lib.h
for most in 1 4 9; do
  rm -rf main.reduced main.hdd
  "$PROGRAM" -q --max-tests "$most" --test "$HERE/test.sh" main.c src/lib.h
  (cd main.reduced && "$HERE/test.sh") || fail "not whole after $most tests"
  "$PROGRAM" -q --resume --json --test "$HERE/test.sh" main.c src/lib.h >out
  diff -r whole main.reduced || fail "not the same after $most tests"
done
tail -n 1 out
rm out
