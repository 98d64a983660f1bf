# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The file was moved, twice, since the commit that brought the crash in.
# shellcheck disable=SC2154 # cc and work are of blame.sh
set -eu
. "$ROOT/testsuite/e2e/blame.sh"
begin
for i in 1 2 3 4 5 6; do echo "int g$i(int x) { return x * $i; }" >>src/a.c; done
pad 3
sed -i 's/  return x/  int bug = 2;\n&/' src/a.c
commit 'the bug'
pad 2
mkdir lib
git mv src/a.c lib/old.c
commit 'move it'
pad=$(git rev-parse HEAD)
echo 'int h;' >>lib/old.c
commit 'more of it'
git mv lib/old.c src/new.c
echo 'int i;' >>src/new.c
commit 'move it again'
echo 'int j;' >>src/new.c
commit 'last'
blame 0 src/new.c -- "$cc" -Iinclude -c src/new.c
found "$pad~3" src/new.c
compiled 3
blame 0 --no-reduce -v src/new.c -- "$cc" -Iinclude -c src/new.c
found "$pad~3" src/new.c
