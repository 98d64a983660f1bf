# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A shallow clone that ends after the bug: the commit where it ends is not blamed.
# shellcheck disable=SC2154 # cc and work are of blame.sh
set -eu
. "$ROOT/testsuite/e2e/blame.sh"
begin
sed -i 's/  return x/  int bug = 2;\n&/' src/a.c
commit 'the bug'
pad 5
cd ..
mv project whole
git clone -q --template= --depth 3 "file://$PWD/whole" project
cd project
for how in --first-parent --no-reduce; do
  blame 21 $how src/a.c -- "$cc" -Iinclude -c src/a.c
  says 'src/a.c crashes since this commit or an older one: .* git fetch --unshallow' \
    "  $(git rev-parse --short=12 HEAD~2) pad 3"
done
git fetch -q --unshallow
blame 0 src/a.c -- "$cc" -Iinclude -c src/a.c
found HEAD~5
