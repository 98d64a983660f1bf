# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What other versions and levels make of the program, in the summary and the report.
# shellcheck source-path=SCRIPTDIR/../.. source=wrong-versions.sh
. "$ROOT/testsuite/e2e/wrong-versions.sh"
"$PROGRAM" --wrong-code --ub fast --only-pass lines --matrix --json input.c -- gcc-91 -O2
