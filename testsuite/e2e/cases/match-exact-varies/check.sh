# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What both runs show is the pass alone.
grep -qw bug "$RESULT"
if grep -qw -e line_7 -e elsewhere "$RESULT"; then exit 1; fi
