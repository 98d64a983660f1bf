# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What crashes the compiler crashes the front end as well: a text that libclang
# survives is not tested, and one whose brackets do not match is left out. Where
# the two crashes have nothing to do with each other, that is found out.
{
  for i in 1 2 3 4 5 6 7 8; do
    echo "int f$i(int n) { int k = n + $i; return (n * k) + (k - $i); }"
  done
  echo 'int bug(int a) {'
  echo '#pragma clang __debug crash'
  echo 'return a ? f1(a) : f2(2); }'
} >input.c
run()
{
  "$PROGRAM" -v "$@" input.c >out 2>&1 || fail "$(cat out)"
  saved=$(sed -n 's/^checks .* \([0-9]*\) taken for invalid.*/\1/p' out)
  tests=$(sed -n 's/^tests  *\([0-9]*\):.*/\1/p' out)
}
run -c 'grep -q "__debug crash" input.c && grep -q "bug(" input.c' \
  --no-precheck -o all.c
[ -z "$saved" ] || fail "$(cat out)"
all=$tests
run -c 'grep -q "__debug crash" input.c && grep -q "bug(" input.c' -o some.c
[ "${saved:-0}" -gt 0 ] && [ "$tests" -lt "$all" ] || fail "$(cat out)"
[ "$(tr -cd '(' <some.c)" = '(' ] && [ "$(tr -cd ')' <some.c)" = ')' ] ||
  fail "$(cat some.c)"
run -c 'grep -q f8 input.c' -o other.c
[ "$(wc -w <other.c)" -le 2 ] || fail "$(cat out other.c)"
rm -r ./*
