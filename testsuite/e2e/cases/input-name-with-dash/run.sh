# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A name that looks like an option: result, history and report are all there.
"$PROGRAM" --json ./-bug.c -- "$HERE/cc.sh"
