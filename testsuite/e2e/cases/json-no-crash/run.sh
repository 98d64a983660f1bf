# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Of a crash that was not found nothing is told.
code=0
"$PROGRAM" --json input.c -- true >last || code=$?
grep -q '"signature":null,"match":null,"site":null' last || exit 1
exit "$code"
