# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The line may change, the function may not.
grep -qw bug "$RESULT" && grep -qw elsewhere "$RESULT"
if grep -qw line_7 "$RESULT"; then exit 1; fi
tail -n 1 ../out | grep -q '"match":"function"'
