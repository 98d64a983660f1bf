# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A shallow clone that lacks the beginning of a branch, and the culprit with it: the
# commit where it ends is only a suspect.
# shellcheck source-path=SCRIPTDIR/../.. source=toy-history.sh
. "$ROOT/testsuite/e2e/toy-history.sh"
toy_history <<'END'
r - good
s1 r bad
s2 s1 bad
s3 s2 bad
s4 s3 bad
s5 s4 bad
g r good
h g good
m h,s5 bad
z m bad
END
mv toy whole
git clone -q --depth 4 "file://$PWD/whole" toy
git -C toy fetch -q --depth 4 --tags
toy_bisect g z
[ "$status" = 21 ] || toy_fail "status $status: $(cat said.txt found.txt)"
grep -q '^first bad commit: this or an older one$' found.txt || toy_fail "no suspect"
grep -q '^  doubt .*git fetch --unshallow$' found.txt || toy_fail "no doubt"
git -C toy fetch -q --unshallow
toy_bisect g z --resume
[ "$status" = 0 ] || toy_fail "status $status: $(cat said.txt found.txt)"
grep -qx "first bad commit: $(git -C toy rev-parse s1)" found.txt || toy_fail "not s1"
