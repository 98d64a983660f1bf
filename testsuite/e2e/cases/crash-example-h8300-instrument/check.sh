# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
mkdir again
cp "$RESULT" again/input.c
cd again || exit
"$ROOT/examples/h8300-instrument/test.sh"
