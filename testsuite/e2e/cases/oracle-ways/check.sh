# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The compiler proper contradicts its driver: the driver is right.
grep -qw bug "$RESULT"
grep -qw cow "$RESULT"
[ "$(wc -w <"$RESULT")" -le 12 ]
