# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# --input-as argument: the names of what is reduced are the last arguments.
printf 'int a;\nint bug;\nint b;\n' >'a b.c'
cp 'a b.c' ./-x.c
"$PROGRAM" --test "$HERE/test.sh bug" --input-as argument 'a b.c' 2>err
grep -qw bug 'a b.reduced.c' && [ "$(wc -w <'a b.reduced.c')" -le 2 ] ||
  fail "$(cat err 'a b.reduced.c')"
line=$(sed -n 's/^reproduce *//p' err)
mkdir tmp && (TMPDIR=$PWD/tmp && eval "$line") && rm -r tmp || fail "$line"
sh 'a b.report/reproduce.sh' >&2 || fail 'reproduce.sh'
# The way is a fact of the run.
code=0
"$PROGRAM" --resume --test "$HERE/test.sh bug" 'a b.c' 2>err || code=$?
[ "$code" -eq 15 ] && grep -q 'its options were: .*--input-as' err || fail "$(cat err)"
# Commands have it as $1; a name that looks like an option is a path.
"$PROGRAM" --input-as argument -c 'grep -qw bug "$1"' ./-x.c 2>err
[ "$(wc -w <-x.reduced.c)" -le 2 ] || fail "$(cat ./-x.reduced.c)"
line=$(sed -n 's/^reproduce *//p' err)
mkdir tmp && (TMPDIR=$PWD/tmp && eval "$line") && rm -r tmp || fail "$line"
sh ./-x.report/reproduce.sh >&2 || fail 'reproduce.sh of commands'
# Several files, in the order given.
mkdir src
cp 'a b.c' src/lib.h
"$PROGRAM" --input-as argument 'a b.c' src/lib.h -o both 2>err \
  -c '[ $# = 2 ] && grep -qw bug "$1" && [ "$2" = src/lib.h ] && grep -qw a "$2"'
grep -qw bug 'both/a b.c' && ! grep -q bug both/src/lib.h || fail "$(cat err)"
line=$(sed -n 's/^reproduce *//p' err)
mkdir tmp && (TMPDIR=$PWD/tmp && eval "$line") && rm -r tmp || fail "$line"
# A refusal shows it.
"$PROGRAM" --input-as argument --test "$HERE/test.sh none" 'a b.c' 2>err && exit 1
grep -q "test.sh none 'a b.c'; echo" err || fail "$(cat err)"
rm -r ./-x.* 'a b.c' 'a b.reduced.c' 'a b.report' 'a b.hdd' src both* err
