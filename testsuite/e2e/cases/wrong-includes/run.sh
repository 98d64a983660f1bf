# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The headers of the C library are preprocessed such that each compiler reads them. What
# makes quoted includes work in the folder of a test is not shown.
"$PROGRAM" --wrong-code --ub fast --max-tests 60 --no-final-check --json input.c -- "$ROOT/testsuite/e2e/wrong-cc.sh" -O2 >events
cat events
! grep -q '"options":"[^"]*iquote' events || fail "$(grep -o '"options":"[^"]*"' events)"
rm events
