# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The result and what could be written are there, and no half of anything.
grep -qw bug "$RESULT"
grep -qw dog input.hdd/clean.c
[ "$(grep -c 'error: cannot' ../err)" -eq 1 ]
[ -z "$(ls -A input.hdd/invalid.c)" ]
[ -z "$(find input.hdd -name '*.tmp')" ]
