# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A line of commits: the culprit at each end, in the middle, and with one commit
# between good and bad.
# shellcheck source-path=SCRIPTDIR/../.. source=toy-history.sh
. "$ROOT/testsuite/e2e/toy-history.sh"
line() { # CULPRIT: 20 commits, of which those from it on crash
  awk -v culprit="$1" 'BEGIN {
    for (i = 1; i <= 20; i++)
      print "c" i, (i > 1 ? "c" (i - 1) : "-"), (i < culprit ? "good" : "bad")
  }'
}
for culprit in 2 7 13 20; do
  rm -rf toy cache bug.bisect
  line "$culprit" | toy_history
  toy_compare c1 c20 0
  [ "$(cat found)" = "$(git -C toy rev-parse "c$culprit")" ] ||
    toy_fail "c$culprit was not found"
done
toy_compare c19 c20 0
grep -q '^  subject  toy: c20 does bad$' found.txt || toy_fail "no subject"
grep -q '^  author   Ada .*, 2020-09-13 ' found.txt || toy_fail "no author"
grep -q '^  files    does, line$' found.txt || toy_fail "no files"
