# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# None of them helps. Without the option a hint says that they can be tried.
compiler=$ROOT/testsuite/e2e/cases/flags-reduced/cc.sh
"$PROGRAM" input.c -- "$compiler"
[ $? -eq 7 ] || exit 1
"$PROGRAM" --find-flags input.c -- "$compiler"
