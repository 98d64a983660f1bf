# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What a macro with ## stands for is reduced in its place.
! grep -q '#' "$RESULT" || fail "a macro is left: $(cat "$RESULT")"
