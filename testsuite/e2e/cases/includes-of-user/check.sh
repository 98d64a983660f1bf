# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Nobody else has the header, so the result is that without it.
! grep -q include "$RESULT" || { cat "$RESULT"; exit 1; }
grep -qw bug "$RESULT"
