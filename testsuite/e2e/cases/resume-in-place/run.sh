# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The file is replaced by then; the original is found beside it.
"$PROGRAM" --in-place --max-tests 2 input.c -- "$HERE/cc.sh"
cmp input.c "$HERE/input.c" && exit 1
"$PROGRAM" --in-place --resume --json input.c -- "$HERE/cc.sh"
