# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# None of them helps; who does not ask is told that they can be tried.
"$PROGRAM" input.c -- "$HERE/cc.sh"
[ $? -eq 7 ] || exit 1
"$PROGRAM" --find-flags input.c -- "$HERE/cc.sh"
