# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A cross compiler's test is restricted to its target, and says the language.
# shellcheck source=testsuite/e2e/check-report.sh
. "$ROOT/testsuite/e2e/check-report.sh"
has input.report/bugzilla.txt 'Target: h8300-hitachi-coff' \
  'Summary: ICE in byte_reg, at config/h8300/h8300.c:342.*' 'Version: 3.4.6'
has input.report/dejagnu-test.c \
  '/\* { dg-do compile { target h8300-\*-\* } } \*/' \
  '/\* { dg-options ".*-std=gnu89.*" } \*/'
check_test run_dejagnu input.report/dejagnu-test.c h8300-hitachi-coff-gcc
check_script input.report/reproduce.sh
