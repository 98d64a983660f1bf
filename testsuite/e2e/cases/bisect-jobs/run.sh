# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds ahead: the same answers in the same order, and nothing is left.
# shellcheck source-path=SCRIPTDIR/../.. source=toy-history.sh
. "$ROOT/testsuite/e2e/toy-history.sh"
awk 'BEGIN {
  for (i = 1; i <= 40; i++)
    print "c" i, (i > 1 ? "c" (i - 1) : "-"), (i % 9 == 5 ? "broken" : i < 27 ? "good" : "bad")
}' | toy_history
toy_compare c1 c40 0
grep '^git bisect' bug.bisect/log >wanted
rm -rf cache
TOY_SECONDS=0.1
export TOY_SECONDS
toy_compare c1 c40 0 --build-jobs 3
grep '^git bisect' bug.bisect/log | cmp - wanted || toy_fail "another order"
