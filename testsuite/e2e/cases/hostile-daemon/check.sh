# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck source=testsuite/e2e/await.sh
. "$ROOT/testsuite/e2e/await.sh"
grep -qw bug "$RESULT"
await gone "sleep 98765[4]"
