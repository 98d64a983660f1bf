# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The header is beside FILE, and no option names its folder: all builds find it.
echo 'typedef long long number;' >number.h
sed -i '1s/.*/#include "number.h"\nstatic number g = 5;/' input.c
