#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Does check-results.sh tell results that slipped from those that held? Asks it
# of results that were made up, with a compiler that crashes on the word bug and
# knows nothing of -fsyntax-only. Usage: check-results-test.sh [BENCH-FOLDER]
set -eu
check=$(cd "${1:-$(dirname "$0")}" && pwd)/check-results.sh
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
command -v gcc >/dev/null || { echo 'SKIP: no gcc here'; exit 77; }
cd "$top"
mkdir -p results cases/zoo
cat >cc.sh <<'END'
#!/bin/sh
word=$(grep -ow 'bug[0-9]*' input.c | head -n 1)
[ -n "$word" ] || exit 0
echo "input.c:1: internal error: in make_$word"
exit 4
END
echo "sh $top/cc.sh -o /dev/null input.c" >cases/zoo/cmd
echo 'internal error: in make_bug' >cases/zoo/pattern
echo "sh $top/cc.sh >out; grep -q make_bug out" >cases/zoo/test.sh
echo 'int bug; int cow;' >cases/zoo/input.c

# EXIT-STATUS LINE: what is to come of the results that are there.
expect() {
  code=0
  "$check" results cases >out 2>&1 || code=$?
  [ "$code" -eq "$1" ] && grep -Eq -e "$2" out && return 0
  echo "FAIL: exit status $code, not $1, or no line is like $2"
  cat out
  exit 1
}
expect 2 '^0 results'
echo 'int bug;' >results/zoo.good.c
expect 0 '^zoo\.good +yes +yes +yes +yes +held$'
echo 'int bug2;' >results/zoo.near.c
expect 0 '^zoo\.near +yes +yes +no +yes +held$'
echo 'int cow;' >results/zoo.lost.c
expect 1 '^zoo\.lost +no +no +no +yes +SLIPPED$'
rm results/zoo.lost.c
echo 'bug; }' >results/zoo.invalid.c
expect 1 '^zoo\.invalid +yes +yes +yes +no +SLIPPED$'
grep -q '^3 results, 1 slipped$' out
echo 'bug; }' >cases/zoo/input.c # no reference accepts that
expect 0 '^zoo\.invalid +yes +yes +yes +- +held$'
echo 'int cow;' >cases/zoo/input.c
expect 2 'the original does not crash here$'
