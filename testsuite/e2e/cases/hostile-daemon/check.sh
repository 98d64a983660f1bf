# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
grep -qw bug "$RESULT"
sleep 1
! pgrep -f "sleep 98765[4]"
