# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Two reductions: each has a branch, each step a text that crashes and is smaller.
"$PROGRAM" --json input.c -- "$HERE/cc.sh"
"$PROGRAM" --json input.c -- "$HERE/cc.sh"
