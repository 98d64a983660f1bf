# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What other compilers call an error before they crash makes a text invalid too, if
# their lines have a known form.
{
  echo 'static int helper(int n) { return n + 1; }'
  echo 'int other(int n) { return n; }'
  echo 'int bug(int n) { return other(helper(n)); }'
} >input.c
for name in tcc pcc sdcc; do
  mkdir "$name"
  cp "$HERE/cc.sh" "$name/$name"
  "$PROGRAM" -v --no-report -o "$name.c" input.c -- "$PWD/$name/$name" -c >out 2>&1 ||
    fail "$(cat out)"
  grep -q '^judge  *\(gcc\|clang\)' out || fail "$(cat out)"
  grep -qw helper "$name.c" || fail "$name: $(cat "$name.c")"
  grep -qw other "$name.c" && fail "$name: $(cat "$name.c")"
  "$PROGRAM" --valid any --no-report -o any.c input.c -- "$PWD/$name/$name" -c >out 2>&1 ||
    fail "$(cat out)"
  grep -qw helper any.c && fail "$name: $(cat any.c)"
done
rm -r ./*
