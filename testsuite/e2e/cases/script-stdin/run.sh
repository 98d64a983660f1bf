# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# --input-as stdin: the file is on standard input.
printf 'int a;\nint bug;\nint b;\n' >'a b.c'
"$PROGRAM" --test "$HERE/test.sh bug" --input-as stdin 'a b.c' 2>err
grep -qw bug 'a b.reduced.c' && [ "$(wc -w <'a b.reduced.c')" -le 2 ] ||
  fail "$(cat err 'a b.reduced.c')"
line=$(sed -n 's/^reproduce *//p' err)
mkdir tmp && (TMPDIR=$PWD/tmp && eval "$line") && rm -r tmp || fail "$line"
sh 'a b.report/reproduce.sh' >&2 || fail 'reproduce.sh'
"$PROGRAM" --resume --test "$HERE/test.sh bug" --input-as stdin 'a b.c' 2>err
# The program of the script is a fact of the run.
cp "$HERE/test.sh" .
"$PROGRAM" --test './test.sh bug' --input-as stdin --max-tests 2 'a b.c' -o c 2>err
echo >>test.sh
code=0
"$PROGRAM" --resume --test './test.sh bug' --input-as stdin 'a b.c' -o c 2>err || code=$?
[ "$code" -eq 15 ] && grep -q 'the script is not the one' err || fail "$(cat err)"
"$PROGRAM" --input-as stdin -c 'grep -qw bug' 'a b.c' -o d
[ "$(wc -w <d)" -le 2 ] || fail "$(cat d)"
"$PROGRAM" --input-as stdin --test "$HERE/test.sh none" 'a b.c' 2>err && exit 1
grep -q "<.* 'a b.c' .*test.sh none; echo" err || fail "$(cat err)"
rm -r ./*
