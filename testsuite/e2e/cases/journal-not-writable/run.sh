# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The reduction matters more than its journal.
echo mine >input.hdd
"$PROGRAM" --json input.c -- "$HERE/cc.sh"
