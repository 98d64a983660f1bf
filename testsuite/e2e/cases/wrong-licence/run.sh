# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What an option allows is no bug: it is named where it may be the cause.
cat >input.c <<'END'
int main(void)
{
  volatile double zero = 0;
  return __builtin_isnan(zero / zero);
}
END
code=0
"$PROGRAM" --wrong-code input.c -- gcc-12 -O2 -ffast-math 2>err || code=$?
[ "$code" -eq 26 ] || fail "$code, not 26: $(cat err)"
grep -q 'since -ffast-math lets results change' err || fail "$(cat err)"
cat >input.c <<'END'
int main(void)
{
  volatile double one = 1;
  return 1e16 + one - 1e16;
}
END
"$PROGRAM" --wrong-code --ub fast --only-pass lines --no-report input.c -- gcc-12 -Ofast 2>err ||
  fail "$?: $(cat err)"
grep -q 'note: -Ofast lets results of floating-point' err || fail "$(cat err)"
rm err
