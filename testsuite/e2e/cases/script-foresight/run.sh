# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Where errors spoil the property, the front end says which texts a script need
# not see; the result is the same. Where they do not, or only in front of the crash, it
# is the judge. Else the script sees all.
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
# A script that compiles nothing sees all.
run -v -c 'grep -q p-.second input.c' -o any.c
[ -z "$saved" ] || fail "$(cat out)"
# A script that is content with texts with errors: the front end is the judge.
cat >hard.sh <<'X'
grep -q p-.second input.c && gcc -E -o x.i input.c
X
run -v -c "$(cat hard.sh)" -o held.c
grep -q '^judge  *libclang' out && gcc -w -fsyntax-only held.c >&2 || fail "$(cat out)"
run -v --valid any -c "$(cat hard.sh)" -o any.c
grep -q '^judge  *none (--valid any)' out || fail "$(cat out)"
[ "$(wc -c <any.c)" -lt "$(wc -c <held.c)" ] || fail "$(cat any.c held.c)"
# A compiler that crashes at f6 does not see the errors behind it.
run -v -c "sed '/f6/q' input.c | gcc -w -fsyntax-only -xc - && sed '1,/f6/d' input.c |
  grep -q p-.second" -o early.c
grep -q '^judge  *libclang' out && gcc -w -fsyntax-only early.c >&2 || fail "$(cat out)"
# Nor one that crashes at an instantiation those of other ones.
cat >input.cc <<'X'
template <class T> void bug(T t) { t.second; }
struct pair { int first, second; };
template void bug(pair);
X
"$PROGRAM" -v -c "grep -v '^template void' input.cc | g++ -w -fsyntax-only -xc++ - &&
  grep -q t.second input.cc" -o late.cc input.cc >out 2>&1 || fail "$(cat out)"
grep -q '^judge  *libclang' out && g++ -w -fsyntax-only late.cc >&2 || fail "$(cat out)"
rm -r ./*
