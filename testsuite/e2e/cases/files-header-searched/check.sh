# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
grep -qw bug inc/deep/lib.reduced/inc/deep/lib.h
[ "$(wc -w <inc/deep/lib.reduced/inc/deep/lib.h)" -le 2 ]
