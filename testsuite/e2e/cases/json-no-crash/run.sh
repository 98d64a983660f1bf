# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Without a crash the JSON has no fields of one.
code=0
"$PROGRAM" --json input.c -- true >last || code=$?
grep -q '"signature":null,"match":null,"site":null' last || exit 1
exit "$code"
