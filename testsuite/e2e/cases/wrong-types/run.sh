# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Without `at = &kept` a long is counted as a long long. No compiler makes use of that
# here; only the types of accesses show it.
"$PROGRAM" --wrong-code --no-report -j1 --only-pass elements -o out.c input.c -- \
  "$ROOT/testsuite/e2e/wrong-cc.sh" -O2 2>said
grep -q 'at = &kept' out.c || fail "a long is a long long: $(cat out.c)"
grep -q '^refused .* by clang.* types of accesses' said ||
  fail "nothing has refused it: $(cat said)"
rm -rf out.c out.hdd said
