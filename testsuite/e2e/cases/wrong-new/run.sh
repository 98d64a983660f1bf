# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A text may define what the runtime of MSan defines too.
"$PROGRAM" --wrong-code -v --explain-oracle input.cc -- "$ROOT/testsuite/e2e/wrong-cc.sh" -O2
