# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The lines that are left are old: what changed is a macro far away, then a parent
# that crashes too. The history is searched, no commit twice.
# shellcheck disable=SC2154 # cc and work are of blame.sh
set -eu
. "$ROOT/testsuite/e2e/blame.sh"
begin
sed -i 's/  return x/  int NAME = 2;\n&/' src/a.c
commit 'use the name'
pad 9
sed -i 's/NAME fine/NAME bug/' include/v.h
commit 'rename'
pad 7
blame 0 -v src/a.c -- "$cc" -Iinclude -c src/a.c
found HEAD~7
says ".* $(git rev-parse --short=12 HEAD~17) src/a.c:6: int NAME = 2;"
grep -q 'the lines do not tell' "$work/told" || wrong 'no notice'
compiled 11
[ "$(grep -c ' crashes\| fine' "$work/told")" -eq \
  "$(grep ' crashes\| fine' "$work/told" | cut -d' ' -f2 | sort -u | wc -l)" ] ||
  wrong 'a commit was tried twice'

# The line was touched later: the newest commit crashes, and so does its parent.
sed -i 's/  int NAME/\tint NAME/' src/a.c
commit 'indent'
blame 0 src/a.c -- "$cc" -Iinclude -c src/a.c
found HEAD~8

# It was gone in between: where no line tells the last time counts.
sed -i 's/NAME bug/NAME fine/' include/v.h
commit 'undo'
pad 5
sed -i 's/NAME fine/NAME bug/' include/v.h
commit 'redo'
pad 3
blame 0 --no-reduce src/a.c -- "$cc" -Iinclude -c src/a.c
found HEAD~3
