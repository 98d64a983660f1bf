# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"$PROGRAM" --json --no-journal input.c -- "$HERE/cc.sh"
