# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Only the file on disk crashes, or it is a header that is not committed; what a
# build has generated, but that is not committed, is found all the same.
# shellcheck disable=SC2154 # cc and work are of blame.sh
set -eu
. "$ROOT/testsuite/e2e/blame.sh"
begin
sed -i '1i #include "config.h"' src/a.c
printf 'config.h\nbuild/\n' >.gitignore
mkdir build
echo '#define SIZE 4' >config.h
echo 'int built[SIZE];' >build/made.h
sed -i '2i #include "made.h"' src/a.c
commit 'generated headers'
pad 3
flags='-I. -Ibuild -Iinclude'
sed -i 's/  return x/  int bug = SIZE;\n&/' src/a.c
echo 'int unrelated;' >>src/a.c
# shellcheck disable=SC2086 # words on purpose
{
  blame 0 src/a.c -- "$cc" $flags -c src/a.c
  says 'src/a.c crashes since what is not committed yet' \
    'lines that are not committed:' '  src/a.c:8: int bug = SIZE;'
  grep -q unrelated "$work/said" && wrong 'a line that does not matter'
  blame 0 --no-reduce src/a.c -- "$cc" $flags -c src/a.c
  says '  src/a.c:8: int bug = SIZE;' '  src/a.c:[0-9]*: int unrelated;'
  blame 7 --rev HEAD src/a.c -- "$cc" $flags -c src/a.c
  commit 'the bug'
  pad 2
  blame 0 src/a.c -- "$cc" $flags -c src/a.c
  found HEAD~2
  compiled 3
  says "  before   $(git rev-parse --short=12 HEAD~3) compiles it"

  # What is on disk is of no interest where the commit crashes.
  git show HEAD~3:src/a.c >src/a.c
  blame 0 src/a.c -- "$cc" $flags -c src/a.c
  found HEAD~2
}
