# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The limit is ten seconds here, a minute otherwise.
CLANG_HDD_PARSE_SECONDS=10 "$PROGRAM" --json --test "$HERE/test.sh" input.c
