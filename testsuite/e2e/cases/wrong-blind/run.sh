# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# An option that only the command gets: nothing else builds the text.
"$PROGRAM" --wrong-code --only-pass lines --no-report input.c -- "$ROOT/testsuite/e2e/wrong-cc.sh" -O2 -Wp,-DGIVEN
