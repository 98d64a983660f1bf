# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# --print-diff: the steps, one after the other, lead from the input to the result.
reduces() { # FILE...
  "$PROGRAM" --print-diff --keep-layout -j 2 -o result \
    -c 'grep -qw bug main.c && { [ ! -e lib ] || grep -qw flaw "lib/a b.h"; }' \
    "$@" >steps 2>err || fail "$(cat err)"
  [ "$(grep -c '^@@ ' steps)" -ge 2 ] || fail "$(cat steps)"
}
mkdir lib one
printf 'int flaw;\nint c;\nint d;\n' >'lib/a b.h'
printf 'int a;\nint f(void)\n{\n  return bug;\n}\n\001int \377b;\n' >main.c
cp main.c one
printf "int z;" >>one/main.c
(cd one && reduces main.c && patch -s main.c <steps && cmp main.c result) ||
  fail 'one file'
reduces main.c 'lib/a b.h'
git apply steps || fail 'two files: the steps do not apply'
cmp main.c result/main.c && cmp 'lib/a b.h' 'result/lib/a b.h' || fail 'two files'
# It stays as it is with --quiet, and ends with an error on a full disk.
printf 'a\nc\nd\n' >x
"$PROGRAM" --quiet --print-diff -c 'grep -qw c x' -o y x >steps
grep -qx -e '-d' steps || fail "quiet: $(cat steps)"
code=0
"$PROGRAM" --quiet --print-diff -c 'grep -qw c x' -o z x >/dev/full 2>err || code=$?
[ "$code" -eq 11 ] && [ -e z ] || fail "$code on a full disk: $(cat err)"
rm -r ./*
