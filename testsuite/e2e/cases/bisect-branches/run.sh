# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A good revision that bad is not made from: what both are made from is tested
# first; the crash may have been fixed on the way to good.
# shellcheck source-path=SCRIPTDIR/../.. source=toy-history.sh
. "$ROOT/testsuite/e2e/toy-history.sh"
toy_history <<'END'
root - good
a1 root good
a2 a1 bad
a3 a2 bad
release a1 good
r1 release good
r2 r1 good
old - bad
old1 old bad
fixed old1 good
END
toy_compare r2 a3 0
[ "$(cat found)" = "$(git -C toy rev-parse a2)" ] || toy_fail "a2"
toy_bisect fixed old1
[ "$status" = 19 ] || toy_fail "swapped: $status"
git -C toy checkout -q -b side old1
printf 'bad\n' >toy/does && printf '99\n' >toy/line
git -C toy -c user.name=A -c user.email=a@b commit -qam side
toy_bisect fixed side
[ "$status" = 19 ] || toy_fail "fixed: $status"
grep -q 'error: .*, which fixed and side are both made from, crashes: ' said.txt ||
  toy_fail "the merge base is not named"
[ "$(wc -l <said.txt)" -lt 8 ] || toy_fail "it went on"
toy_bisect a1 fixed
[ "$status" = 19 ] || toy_fail "unrelated: $status"
grep -q 'no common history' said.txt || toy_fail "not called unrelated"
