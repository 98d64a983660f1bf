# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
grep -qw bug "$RESULT"
grep -q "grep -qw BUG" input.report/reproduce.sh && sh input.report/reproduce.sh
