# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
grep -q 'wrong  *-O2$' input.report/bugzilla.txt || fail "$(cat input.report/bugzilla.txt)"
grep -q '^Known to work: *90.1.0, 93.1.0\|93.1.0, 90.1.0' input.report/bugzilla.txt ||
  fail "$(cat input.report/bugzilla.txt)"
