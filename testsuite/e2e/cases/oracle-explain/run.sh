# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
compiler=$ROOT/testsuite/e2e/cases/oracle-ways/cc.sh
"$PROGRAM" --explain-oracle input.c -- "$compiler" -O2 >said
"$PROGRAM" --explain-oracle --no-replay --reference 'grep -c a' input.c -- \
  "$compiler" >said-too
