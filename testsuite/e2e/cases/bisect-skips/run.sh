# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Commits that cannot be tested: builds that break, another crash, a command line
# that is not understood, a hang; beside the culprit they leave suspects.
# shellcheck source-path=SCRIPTDIR/../.. source=toy-history.sh
. "$ROOT/testsuite/e2e/toy-history.sh"
history_of() { # WORDS: a line of commits that do these
  awk -v words="$*" 'BEGIN {
    count = split(words, does, " ")
    for (i = 1; i <= count; i++)
      print "c" i, (i > 1 ? "c" (i - 1) : "-"), does[i]
  }'
}
try() { # STATUS WORDS...
  status_wanted=$1
  shift
  rm -rf toy cache bug.bisect
  history_of "$@" | toy_history
  toy_compare c1 "c$#" "$status_wanted" --timeout 2 --repeat 1
}
try 0 good good broken broken good good bad bad bad bad bad
try 0 good reject reject good other other good bad options bad bad
try 21 good good good broken broken bad bad bad bad bad bad
grep -q '^first bad commit: one of 3$' found.txt || toy_fail "not 3 suspects"
grep -q 'build.sh: error: broken' found.txt || toy_fail "why it does not build"
try 21 good good good other other other bad bad bad
try 0 good hang good good bad bad options bad
try 21 good good hang bad other bad
try 21 good broken broken broken broken broken bad
grep -q '^first bad commit: one of 6$' found.txt || toy_fail "not 6 suspects"
