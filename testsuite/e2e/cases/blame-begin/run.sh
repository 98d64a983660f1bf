# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# It crashes since the first commit, or since the file was added.
# shellcheck disable=SC2154 # cc and work are of blame.sh
set -eu
. "$ROOT/testsuite/e2e/blame.sh"
begin
sed -i 's/  return x/  int bug = 2;\n&/' src/a.c
git add -A
git commit -q --amend -m begin
pad 5
cp src/a.c src/c.c
commit 'add c'
pad 3
for how in --first-parent --no-reduce; do
  blame 0 $how src/a.c -- "$cc" -Iinclude -c src/a.c
  found "$(git rev-list --max-parents=0 HEAD)"
  says '  before   nothing, it has no parents'
done
blame 0 src/c.c -- "$cc" -Iinclude -c src/c.c
found HEAD~3 src/c.c
says '  before   .* does not have the file'
