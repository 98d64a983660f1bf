# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# One line says so, and the reduction goes on.
grep -qw bug "$RESULT"
[ "$(cat input.hdd/others)" = mine ]
[ "$(grep -c 'warning: ' ../err)" -eq 1 ]
[ "$(grep -c 'error: in make_' ../err)" -eq 3 ]
