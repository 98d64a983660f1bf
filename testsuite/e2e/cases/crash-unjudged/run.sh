# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Where every compiler crashes or rejects the original, the errors that the
# crashing one prints before the crash tell which texts are invalid.
{
  echo 'typedef int (^block)(int);'
  echo 'static int twice(int k) { return k * 2; }'
  echo 'int apply(block b, int n) { int k = twice(n); return b(k); }'
  echo 'int last(void) { return apply(^(int m) { return m + 1; }, 3); }'
  echo '#pragma clang __debug parser_crash'
} >input.c
command="clang-14 -w -fblocks -c input.c"
run()
{
  "$PROGRAM" -v --no-report "$@" input.c -- $command >out 2>&1 || fail "$(cat out)"
}
run -o held.c
grep -q '^judge .*errors before the crash count' out || fail "$(cat out)"
clang-14 -w -fblocks -fno-crash-diagnostics -c held.c 2>&1 | grep -q 'held.c:.*error:' &&
  fail "$(cat held.c)"
run --valid any -o any.c
grep -q '^judge  *none (--valid any)' out || fail "$(cat out)"
rm -r ./*
