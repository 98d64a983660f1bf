# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Where errors spoil the property, the front end says which texts a script need
# not see; the result is the same. Else the script sees all.
{
  echo 'struct pair { int first, second; };'
  for i in 1 2 3 4 5 6; do
    echo "int f$i(struct pair *p, int n) { int k = n + $i; return p->first * k; }"
  done
  echo 'int bug(struct pair *p, int a) { int b = a ? f1(p, a) : f2(p, 2);'
  echo '  for (int i = 0; i < b; i++) p->second += b; return p->second; }'
} >input.c
run()
{
  "$PROGRAM" "$@" input.c >out 2>&1 || fail "$(cat out)"
  saved=$(sed -n 's/^checks .* \([0-9]*\) taken for invalid.*/\1/p' out)
}
run -v --no-precheck --test "$HERE/valid.sh" -o all.c
[ -z "$saved" ] || fail "$(cat out)"
run -v --test "$HERE/valid.sh" -o some.c
[ "$saved" -gt 20 ] || fail "$(cat out)"
cmp all.c some.c >&2
run -v -c 'grep -q p-.second input.c' -o any.c
[ -z "$saved" ] || fail "$(cat out)"
rm -r ./*
