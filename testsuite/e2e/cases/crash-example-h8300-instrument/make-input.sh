# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
cp "$ROOT/examples/h8300-instrument/input.c" .
