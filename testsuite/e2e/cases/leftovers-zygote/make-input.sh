# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
cp "$ROOT/examples/clang-14-r600/input.c" .
