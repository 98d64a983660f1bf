# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Where every compiler crashes or rejects the original, the errors that the
# crashing one prints before the crash tell which texts are invalid; that of a
# script as well.
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
  "$PROGRAM" -v --no-report "$@" >out 2>&1 || fail "$(cat out)"
}
has_errors()
{
  clang-14 -w -fblocks -fno-crash-diagnostics -c "$1" 2>&1 | grep "$1:.*error:" >found
}
script="LLVM_DISABLE_SYMBOLIZATION=1 $command -fno-crash-diagnostics 2>&1 | grep -q 'Stack dump'"
run -o held.c input.c -- $command
grep -q '^judge .*errors before the crash count' out || fail "$(cat out)"
has_errors held.c && fail "$(cat held.c)"
run -o script.c -c "$script && grep -q 'return b(k)' input.c" input.c
grep -q '^judge .*errors before the crash count' out || fail "$(cat out)"
has_errors script.c && fail "$(cat script.c)"
run --valid any -o free.c -c "$script && grep -q 'return b(k)' input.c" input.c
has_errors free.c || fail "$(cat free.c)"
run --valid any -o any.c input.c -- $command
grep -q '^judge  *none (--valid any)' out || fail "$(cat out)"
rm -r ./*
