# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Merges: of a branch with the culprit, of one that is older than good, an octopus,
# criss-cross, a branch without a change, and a merge that brings it by itself.
# shellcheck source-path=SCRIPTDIR/../.. source=toy-history.sh
. "$ROOT/testsuite/e2e/toy-history.sh"
toy_history <<'END'
root - good
a1 root good
a2 a1 good
b1 root good
b2 b1 bad
b3 b2 bad
m1 a2,b3 bad
a3 m1 bad
tip1 a3 bad
x1 a2 good
x2 a2 good
x3 a2 good
x4 x3 bad
octopus x1,x2,x4 bad
tip2 octopus bad
y1 root good
y2 y1 good
z1 root good
z2 z1 good
cross1 y2,z2 good
cross2 z2,y2 good
y3 cross1 good
z3 cross2 good
y4 y3 good
meet y4,z3 bad
tip3 meet bad
t1 a2 bad
noff a2,t1 bad
END
toy_compare root tip1 0
[ "$(cat found)" = "$(git -C toy rev-parse b2)" ] || toy_fail "b2"
toy_compare root tip1 0 --first-parent
[ "$(cat found)" = "$(git -C toy rev-parse m1)" ] || toy_fail "m1"
toy_compare a1 tip2 0
[ "$(cat found)" = "$(git -C toy rev-parse x4)" ] || toy_fail "x4"
toy_compare a1 octopus 0 --first-parent
toy_compare root tip3 0
[ "$(cat found)" = "$(git -C toy rev-parse meet)" ] || toy_fail "meet"
[ "$(grep -c ' compiles it$' found.txt)" -ge 1 ] || toy_fail "no parents"
toy_compare a2 noff 0
[ "$(cat found)" = "$(git -C toy rev-parse t1)" ] || toy_fail "t1"
# With several good ones, and each parent tested.
toy_compare 'y1 z1' tip3 0
toy_bisect root tip3 --test-parents
[ "$(grep -c ' compiles it$' found.txt)" = 2 ] || toy_fail "parents untested"
