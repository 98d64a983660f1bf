# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Another crash in between, next to the one that is looked for: that cannot be
# told, unless another commit lies between.
# shellcheck disable=SC2154 # cc and work are of blame.sh
set -eu
. "$ROOT/testsuite/e2e/blame.sh"
begin
pad 3
echo 'int ouch;' >>src/a.c
commit 'another crash'
sed -i 's/  return x/  int bug = 2;\n&/' src/a.c
commit 'the bug too'
sed -i '/ouch/d' src/a.c
commit 'away with the other one'
pad 4
blame 21 src/a.c -- "$cc" -Iinclude -c src/a.c
says 'src/a.c crashes since one of 2 commits: .*' \
  '.* cannot be tested: internal compiler error: in make_ouch, at ouch.cc:42'
blame 21 --json src/a.c -- "$cc" -Iinclude -c src/a.c
grep -q '"end":"suspects"' "$work/said" || wrong 'no suspects'

# What is rejected, as code before its header was written, does not crash.
sed -i 's/int bug = 2;//' src/a.c
commit 'gone'
echo '#include "later.h"' >>src/a.c
commit 'too early'
echo 'int bug;' >include/later.h
commit 'now it is there'
pad 2
blame 0 src/a.c -- "$cc" -Iinclude -c src/a.c
found HEAD~2
says '  before   .* rejects it: .*later.h: No such file or directory'
