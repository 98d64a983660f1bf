# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
mkdir input.hdd
echo mine >input.hdd/others
"$PROGRAM" --json input.c -- "$HERE/cc.sh"
