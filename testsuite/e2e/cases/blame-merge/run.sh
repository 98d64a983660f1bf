# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Two branches, each of them fine, crash together: the merge is to blame. And a
# commit of a branch is, unless only first parents are looked at.
# shellcheck disable=SC2154 # cc and work are of blame.sh
set -eu
. "$ROOT/testsuite/e2e/blame.sh"
begin
sed -i 's/  return x/  int NAME = 2;\n&/' src/a.c
sed -i 's/NAME fine/NAME more(fine)/' include/v.h
echo '#define more(x) x' >>include/v.h
commit 'use the name'
pad 2
git checkout -q -b side
sed -i 's/define more(x) x/define more(x) glue/' include/v.h
commit 'glue'
echo 'int side;' >src/side.c
commit 'side'
git checkout -q main
echo '#define glue bug' >include/glue.h
sed -i '1i #include "glue.h"' src/a.c
commit 'include'
pad 3
merge side 'bring the side in'
pad 4
blame 0 src/a.c -- "$cc" -Iinclude -c src/a.c
found HEAD~4
[ "$(grep -c ' compiles it$' "$work/said")" -eq 2 ] || wrong 'not both parents'

git checkout -q -b other
sed -i 's/bug/fine/' include/glue.h
commit 'no bug'
git checkout -q -b third
pad 2
sed -i 's/  return x/  int bug = 2;\n&/' src/a.c
commit 'a bug of its own'
git checkout -q other
commit 'nothing'
merge third 'bring the third in'
pad 2
blame 0 src/a.c -- "$cc" -Iinclude -c src/a.c
found third
blame 0 --first-parent src/a.c -- "$cc" -Iinclude -c src/a.c
found HEAD~2
