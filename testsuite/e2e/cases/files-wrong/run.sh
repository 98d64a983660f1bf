# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What cannot be reduced together, each in one line, with nothing written.
refused() { # EXIT LINE ARG...
  code=0 wanted=$1 line=$2
  shift 2
  "$PROGRAM" --test /bin/true "$@" >out 2>err || code=$?
  [ "$code" -eq "$wanted" ] || fail "$line: exit status $code"
  [ "$(wc -l <err)" -eq 1 ] || fail "$line: $(cat err)"
  grep -Eq "$line" err || fail "not $line: $(cat err)"
}
mkdir sub
echo 'int a;' | tee a.c >sub/a.c
echo 'int b;' >b.h
printf 'int \036c;\n' >mark.c
echo 'int d;' >../outside.h
find . | LC_ALL=C sort >../before-wrong
refused 1 'b\.h is given twice' a.c b.h ./b.h
refused 1 'b\.h is given twice' a.c b.h sub/../b.h
refused 1 'outside\.h is not in .*; start in a folder' a.c ../outside.h
refused 1 'none\.h: no such file' a.c none.h
refused 3 'sub is a directory' a.c sub
refused 1 '/dev/null is not in' a.c /dev/null
refused 1 'mark\.c has the byte 0x1e' a.c mark.c
if [ "$(id -u)" -ne 0 ]; then
  chmod a-r b.h
  refused 2 'cannot read .*b\.h' a.c b.h
  chmod u+r b.h
fi
: >none.c && : >none.h
refused 4 'none\.c and the other files are empty' none.c none.h
rm none.c none.h
mkdir a.reduced && echo mine >a.reduced/mine
refused 11 'a\.reduced has other files; name another folder' a.c b.h
rm -r a.reduced
echo mine >a.reduced
refused 11 'a\.reduced is not a folder' a.c b.h
rm a.reduced out err
mkdir alone && cp a.c b.h alone
code=0
(cd alone && "$PROGRAM" -o . --test /bin/true a.c b.h) 2>../err-wrong || code=$?
[ "$code" -eq 11 ] && grep -q '\. has the input; use --in-place' ../err-wrong
rm -r alone
find . | LC_ALL=C sort | diff ../before-wrong - || fail 'files were written'
code=0
"$PROGRAM" a.c b.h 2>../err-wrong || code=$?
[ "$code" -eq 1 ] && grep -q 'several files need a command' ../err-wrong
code=0
"$PROGRAM" --test /bin/false a.c sub/a.c 2>../err-wrong || code=$?
[ "$code" -eq 10 ] || fail "exit status $code"
sed -n 's/^  //p' ../err-wrong | sed '$s/.*/find . -type f/' | TMPDIR=.. sh |
  grep -qx ./sub/a.c || fail 'the commands of a test do not copy sub/a.c'
rm ../before-wrong ../outside.h ../err-wrong
