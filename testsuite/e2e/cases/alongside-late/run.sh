# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The bisection is over after the reduction: the last good step is found by
# bisecting the journal's own history, or without one what is in memory.
# shellcheck source=testsuite/e2e/moving-toy.sh
. "$ROOT/testsuite/e2e/moving-toy.sh"
toy_history all
for journal in '' --no-journal; do
  rm -rf cache bug.hdd bug.report
  toy_gate '"event":"reduced"'
  toy_reduce -v --no-report $journal
  [ "$status" = 0 ] || toy_fail "status $status: $(cat err.txt)"
  grep -q 'the reduction is done; waiting for the bisection' err.txt ||
    toy_fail "it was not waited for"
  toy_says '"checked":true'
  toy_says '"moved":"step [0-9]+ \([a-z-]+\) of the reduction had moved'
  [ "$(toy_bisect bug.reduced.c)" = c3 ] || toy_fail "it has moved all the same"
  cp bug.reduced.c "late$journal.c"
done
cmp late.c late--no-journal.c
[ ! -e bug.hdd ] || toy_fail "there is a journal"

# It is the same as where everything was in the cache, and the journal tells that
# it went back.
toy_reduce --no-report
cmp late.c bug.reduced.c || toy_fail "it depends on when the bisection ends"
git --git-dir=bug.hdd/journal.git log --format=%s run-1 | grep -q '^back: ' ||
  toy_fail "the journal does not tell of it"
