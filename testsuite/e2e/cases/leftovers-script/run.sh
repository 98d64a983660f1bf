# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck source=testsuite/e2e/cases/leftovers-script/left.sh
. "$HERE/left.sh"
for jobs in 1 4; do
  for signal in END INT TERM KILL; do
    end_by "$signal" -j "$jobs" --max-tests 60 --test "$HERE/test.sh" input.c
  done
done
