# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The line that crashes came in at the 8th of 16 commits: reduced, it tells which.
# shellcheck disable=SC2154 # cc and work are of blame.sh
set -eu
. "$ROOT/testsuite/e2e/blame.sh"
begin
pad 6
sed -i 's/  return x/  int bug = 2;\n&/' src/a.c
commit "$(printf 'add the bug <tag> \033[31m')"
pad 8

blame 0 src/a.c -- "$cc" -Iinclude -c src/a.c -o a.o
found HEAD~8
compiled 3
says '  author   A. Author <author@example.org>, 2023-11-14 23:21:20 +0100' \
  '  subject  add the bug <tag> \\x1b\[31m' '  files    src/a.c' \
  '  crash    internal compiler error in make_bug, at bug.cc' \
  "  before   $(git rev-parse --short=12 HEAD~9) compiles it" \
  "\* $(git rev-parse --short=12 HEAD~8) src/a.c:6: int bug = 2;" \
  '3 commits compiled; found by its lines'

# The same without lines, from another folder, with a reduction that is there.
blame 0 --no-reduce -q src/a.c -- "$cc" -Iinclude -c src/a.c
found HEAD~8
compiled 9
[ ! -s "$work/told" ] || wrong 'not quiet'
echo 'int bug;' >../small.c
(cd src && blame 0 --reduced ../../small.c a.c -- "$cc" -I../include -c a.c) ||
  exit 1
found HEAD~8
compiled 3
cd ..
"$PROGRAM" blame --json --rev main~3 --repo project project/src/a.c -- "$cc" \
  -Iproject/include -c project/src/a.c >said 2>told
cd project
for part in '"event":"end","file":"src/a.c"' '"guessed":true' \
  '"line":6,"text":"  int bug = 2;","commit":"'"$(git rev-parse HEAD~8)" \
  '"end":"found"'; do
  grep -qF "$part" "$work/said" || wrong "no $part"
done
