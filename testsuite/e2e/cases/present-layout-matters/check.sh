# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
grep -q 'bug;.*cow;' "$RESULT"
grep -q '"laid_out":false' "$(dirname "$HERE")/out"
