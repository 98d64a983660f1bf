# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What the small program does not read is left out of the way in which it runs.
reduces() { # EXPECTED [OPTION]
  expected=$1
  shift
  "$PROGRAM" --wrong-code --ub fast --only-pass lines --run './a.out 3 <in' "$@" \
    input.c -- "$ROOT/testsuite/e2e/wrong-cc.sh" -O2 2>err || fail "$?: $(cat err)"
  grep -q "^reproduce .* && $expected\$" err || fail "$expected: $(cat err)"
}
echo A >in
cat >input.c <<'END'
int printf(const char *, ...);
char letter = 'B';
int main(void) { printf("%d\n", letter << 3); }
END
reduces './a\.out'
! grep -q 'a.out.*<' input.report/*.txt input.report/reproduce.sh || fail a report
input.report/reproduce.sh >out || fail "$(cat out)"
cat >input.c <<'END'
int getchar(void);
int main(void) { return (getchar() << 3) % 100 + 1; }
END
reduces './a\.out <.*/in'
rm in
input.report/reproduce.sh >out || fail "$(cat out)"
grep -A1 'cat in$' input.report/bugzilla.txt | grep -qx A || fail no input
rm -r out err input.*
