# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
[ ! -s "$HERE/../err" ] || { cat "$HERE/../err"; exit 1; }
grep -q '^bug$' log && grep -Eq '^tokens +3 +1$' log || { cat log; exit 1; }
grep -Eq '^passes +[a-z-]+ +[0-9]+ tests, [0-9]+ interesting$' log || exit 1
"$PROGRAM" --log-file none/log --test "$HERE/test.sh" input.txt 2>said && exit 1
grep -q 'error: --log-file none/log: No such file' said || { cat said; exit 1; }
rm log said
