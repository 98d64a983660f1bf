# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The result is valid C17; gcc's own word, which the judge with -w does not give.
gcc -std=c17 -pedantic-errors -fsyntax-only "$RESULT"
grep -Eq '^class +strict' "$(dirname "$HERE")/err"
