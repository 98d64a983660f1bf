# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
grep -qw bug sub/input.reduced.c
[ "$(wc -w <sub/input.reduced.c)" -le 3 ]
