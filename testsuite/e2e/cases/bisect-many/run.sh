# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# 10 000 commits, a merge every tenth: the same commit, and no probe more.
# shellcheck source-path=SCRIPTDIR/../.. source=toy-history.sh
. "$ROOT/testsuite/e2e/toy-history.sh"
awk 'BEGIN {
  print "c1 - good"
  for (i = 2; i <= 10000; i++) {
    does = i < 7331 ? "good" : "bad"
    name = i % 1000 && i != 7331 ? "_c" i : "c" i
    if (i % 10 == 5) { side = last; parents = last }
    else if (i % 10 == 9) parents = last "," side
    else parents = last
    if (i == 2) parents = "c1"
    print name, parents, does
    last = name
  }
}' | toy_history
begin=$(date +%s)
toy_compare c1 c10000 0
[ "$(cat found)" = "$(git -C toy rev-parse c7331)" ] || toy_fail "not c7331"
[ "$(($(date +%s) - begin))" -le 120 ] || toy_fail "that took too long"
