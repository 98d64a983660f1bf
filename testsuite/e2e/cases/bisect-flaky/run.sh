# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler that crashes each second time: the result is shown and not trusted.
# shellcheck source-path=SCRIPTDIR/../.. source=toy-history.sh
. "$ROOT/testsuite/e2e/toy-history.sh"
toy_history <<'END'
c1 - good
c2 c1 good
c3 c2 flaky
c4 c3 flaky
c5 c4 bad
c6 c5 bad
END
toy_bisect c1 c6
[ "$status" = 16 ] || toy_fail "status $status"
grep -q '^warning: not to be trusted, ' found.txt || toy_fail "no warning"
toy_bisect c1 c4
[ "$status" = 16 ] || toy_fail "status $status for a flaky bad one"
grep -q '^warning: not to be trusted, ' found.txt || toy_fail "no warning"
