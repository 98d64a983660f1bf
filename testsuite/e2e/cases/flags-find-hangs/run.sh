# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler that is not done with the file as given is not tried with more.
"$PROGRAM" --find-flags --timeout 1 input.c -- "$HERE/hangs.sh"
