# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The result is valid C17; gcc's own word, which the judge with -w does not give. A
# smaller text that is not lies beside it.
gcc -std=c17 -pedantic-errors -fsyntax-only "$RESULT"
err=$(dirname "$HERE")/err
grep -Eq '^also accepted +[0-9]+ tokens if implicit int.* accepted: input.hdd/accepted.c$' \
  "$err"
tail -n 1 "$(dirname "$HERE")/out" |
  grep -q '"class":"strict","also":\[{"class":"accepted",.*"habits":"implicit int'
gcc -w -fsyntax-only input.hdd/accepted.c
[ "$(wc -c <input.hdd/accepted.c)" -lt "$(wc -c <"$RESULT")" ]
! gcc -pedantic-errors -fsyntax-only input.hdd/accepted.c 2>/dev/null
