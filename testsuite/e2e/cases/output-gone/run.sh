# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck disable=SC2016 # the command expands it
# The folder of the result disappears while it runs.
mkdir out
export FOLDER="$PWD/out"
"$PROGRAM" -j1 --no-journal -o out/small.c \
  -c 'rm -rf "$FOLDER"; grep -qw bug input.c' input.c
