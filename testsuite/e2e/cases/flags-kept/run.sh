# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# --keep-flags leaves the options, and no run differs from the command as given.
export CALLS="$PWD/calls"
"$PROGRAM" --json --keep-flags --no-report input.c -- "$HERE/cc.sh" -w -O3 \
  -fbad -target old -c
! grep -v -e '-w -O3 -fbad -target old -c' calls
