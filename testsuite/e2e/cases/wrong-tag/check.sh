# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
grep 'gettimeofday(struct [a-z]* \*, *void \*)' "$RESULT" || fail 'another type than the library has'
