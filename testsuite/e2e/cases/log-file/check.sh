# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
[ ! -s "$HERE/../err" ] || { cat "$HERE/../err"; exit 1; }
grep -q '^bug$' log && grep -Eq '^tokens +3 +1$' log || { cat log; exit 1; }
grep -Eq '^passes +[a-z-]+ +[0-9]+ tests, [0-9]+ interesting$' log || exit 1
"$PROGRAM" --log-file none/log --test "$HERE/test.sh" input.txt 2>said && exit 1
grep -q 'error: --log-file none/log: No such file' said || { cat said; exit 1; }
# A name that was forgotten.
for file in input.txt "$HERE/test.sh" other.c; do
  [ -e "$file" ] || echo 'int x;' >"$file"
  cp "$file" before
  "$PROGRAM" --log-file "$file" --test "$HERE/test.sh" input.txt 2>said && exit 1
  grep -q 'the log would end up' said || { cat said; exit 1; }
  cmp "$file" before
done
rm log said before other.c
