# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The journal is beside the output; the input's folder is not written to.
mkdir in out
mv input.c in
chmod a-w in
"$PROGRAM" --json -o out/small.c in/input.c -- "$HERE/cc.sh"
