# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Another compiler judges, but it does not see what this one calls an error before it
# crashes.
{
  echo 'static int helper(int n) { return n + 1; }'
  echo 'int other(int n) { return n; }'
  echo 'int bug(int n) { return other(helper(n)); }'
} >input.c
"$PROGRAM" -v --no-report input.c -- "$HERE/cc.sh" -O1 -c >out 2>&1 || fail "$(cat out)"
grep -q '^judge  *gcc' out || fail "$(cat out)"
grep -qw helper input.reduced.c || fail "$(cat input.reduced.c)"
grep -qw other input.reduced.c && fail "$(cat input.reduced.c)"
"$PROGRAM" --valid any --no-report -o any.c input.c -- "$HERE/cc.sh" -O1 -c >out 2>&1 ||
  fail "$(cat out)"
grep -qw helper any.c && fail "$(cat any.c)"
rm -r ./*
