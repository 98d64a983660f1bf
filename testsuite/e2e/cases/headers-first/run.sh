# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Headers make each test dear: what needs them goes before all that is small.
export HEADED="$PWD/headed"
"$PROGRAM" --test "$HERE/keep.sh" --json --no-report input.cc
count=$(wc -l <headed)
rm headed
[ "$count" -le 14 ] || fail "$count tests with headers"
