# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"$PROGRAM" --explain-oracle input.c -- "$HERE/cc.sh" >plain
"$PROGRAM" --explain-oracle input.c -- "$HERE/cc.sh" -DMARKERS >marked
