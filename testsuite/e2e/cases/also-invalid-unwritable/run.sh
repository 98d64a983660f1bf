# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
mkdir -p input.hdd/invalid.c
"$PROGRAM" --json --also-invalid input.c -- "$HERE/cc.sh"
