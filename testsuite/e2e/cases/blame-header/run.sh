# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What crashes is in a header, and then in one that is not committed.
# shellcheck disable=SC2154 # cc and work are of blame.sh
set -eu
. "$ROOT/testsuite/e2e/blame.sh"
begin
pad 4
echo 'struct s { number bug; };' >>include/v.h
commit 'a header'
pad 5
blame 0 src/a.c -- "$cc" -Iinclude -c src/a.c
found HEAD~5
says "\* $(git rev-parse --short=12 HEAD~5) include/v.h:3: struct s { number bug; };"
compiled 3

# Found beside the file, and above it.
mkdir src/deep
git mv include/v.h src/v.h
git mv src/a.c src/deep/a.c
sed -i 's,v.h,../v.h,' src/deep/a.c
commit 'move both'
blame 0 src/deep/a.c -- "$cc" -c src/deep/a.c
says "  .*$(git rev-parse --short=12 HEAD~6) src/v.h:3: struct s { number bug; };"
found HEAD src/deep/a.c

# A line that the file does not have, behind one that it has.
sed 's/^for word in.*/grep -qw near text || exec gcc "$@"\n&/' "$cc" >"$work/far.sh"
chmod +x "$work/far.sh"
printf 'int near;\n#line 2000000000\nint bug;\n' >src/b.c
commit 'far away'
(
  ulimit -v 16000000
  blame 0 src/b.c -- "$work/far.sh" -c src/b.c
)
found HEAD src/b.c
