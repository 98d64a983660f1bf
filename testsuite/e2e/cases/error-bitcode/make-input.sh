# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
printf 'BC\300\336\065\024' >input.bc
