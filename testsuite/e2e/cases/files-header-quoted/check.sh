# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
grep -qw bug inc/lib.reduced/inc/lib.h
[ "$(wc -w <inc/lib.reduced/inc/lib.h)" -le 2 ]
