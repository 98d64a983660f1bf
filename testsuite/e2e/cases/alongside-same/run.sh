# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Where nothing moves, the reduction is what it is without a bisection.
# shellcheck source=testsuite/e2e/moving-toy.sh
. "$ROOT/testsuite/e2e/moving-toy.sh"
git init -q -b main toy
toy_commit c1 ''
toy_commit c2 ''
for i in 3 4 5 6 7 8 9 10; do toy_commit "c$i" 'first second'; done
mkdir c10 && git -C toy archive c10 | tar xf - -C c10 && chmod +x c10/toycc
figures() {
  tail -n 1 "$1" | grep -o '"tests":.*"cache_hits":[0-9]*'
}
"$PROGRAM" --json --no-report --valid accepted -j 2 -o alone.c bug.c -- \
  "$PWD/c10/toycc" -O2 >alone.json 2>/dev/null
toy_reduce --no-report -j 2
cmp alone.c bug.reduced.c
[ "$(figures alone.json)" = "$(figures out.json)" ] ||
  toy_fail "$(figures alone.json) is not $(figures out.json)"
toy_says '"checked":true'
! printf '%s' "$last" | grep -q '"moved"' || toy_fail "it has moved"
grep -q '^{"event":"bisection","what":{"event":"answer"' out.json
grep -q '^started with [0-9a-f]* toy: c3$' err.txt ||
  toy_fail "$(cat err.txt)"

# All is in the cache now.
built=$(wc -l <builds)
rm -rf bug.hdd
toy_reduce --no-report
[ "$(wc -l <builds)" = "$built" ] || toy_fail "it was built again"
cmp alone.c bug.reduced.c
