# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A bare repository that may only be read, where files are named from its root.
# shellcheck disable=SC2154 # cc and work are of blame.sh
set -eu
. "$ROOT/testsuite/e2e/blame.sh"
begin
pad 2
sed -i 's/  return x/  int bug = 2;\n&/' src/a.c
commit 'the bug'
commit=$(git rev-parse HEAD)
pad 3
git branch work
cd ..
git clone -q --bare --template= project bare.git
rm -r project
mv bare.git project
chmod -R a-w project
blame 0 --repo project src/a.c -- "$cc" -Iinclude -c src/a.c
says "src/a.c crashes since commit $commit"
blame 0 --repo project --rev "work~2" --no-reduce src/a.c -- "$cc" -Iinclude \
  -c src/a.c
says "src/a.c crashes since commit $commit"
