# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A script that takes no errors may run a compiler that takes more than the standard
# allows. The result keeps to it as FILE does; the options of the script's compiler say
# how FILE is read.
{
  echo 'WORD helper(WORD n) { WORD k = n + 1; return n * k; }'
  echo 'WORD unwind(void) { WORD r = helper(3); return r > 3 ? 31337 : 0; }'
} >input.c
run()
{
  "$PROGRAM" -v --no-report "$@" -o out.c \
    -c "gcc -w $options -c input.c -o x.o && grep 31337 input.c" \
    input.c >out 2>&1 || fail "$(cat out)"
}
valid()
{
  # shellcheck disable=SC2086 # words
  gcc $options -pedantic-errors -fsyntax-only out.c >messages 2>&1
}
options=-DWORD=int
run
valid || fail "$(cat out.c messages)"
grep -q '^class  *strict' out || fail "$(cat out)"
! grep -q '^also' out || fail "$(cat out)"
# The user may do without.
run --valid any
! valid || fail "$(cat out.c)"
# FILE breaks the standard: so may the result, as often.
echo 'old(void) { return 0; }' >>input.c
run
grep -q '^held to .* 1 breaches' out || fail "$(cat out)"
rm -r ./*
