# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! grep -qw b "$RESULT" || exit 1
grep -qw bug "$RESULT"
[ -e input.hdd/journal.git/refs/heads/run-1-aside-1 ]
