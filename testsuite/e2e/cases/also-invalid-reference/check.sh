# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
grep -qw cow "$RESULT"
grep -qw bug "$RESULT"
grep -qw bug input.hdd/invalid.c
! grep -qw cow input.hdd/invalid.c
[ ! -e input.hdd/clean.c ]
