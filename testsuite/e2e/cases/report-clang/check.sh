# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# All that LLVM asks for is there and true.
# shellcheck source=testsuite/e2e/check-report.sh
. "$ROOT/testsuite/e2e/check-report.sh"
text=input.report/github.md
has "$text" 'Title: \[clang\] Crash in .*' 'Labels: crash-on-invalid, backend:m68k, llvm:SelectionDAG' \
  'This code, which is not valid C (implicit int.*), crashes clang 14\..*' '```c' '\$ clang-14 .*input.reduced.c' \
  'It crashes in the back end, .*' 'Known to fail: .*14\..*' 'Target: m68k' \
  '.*clang version 14\..*' '<details>' 'Stack dump:' \
  '0.	Program arguments: clang-14 .*input.reduced.c' ' *#0 .*' \
  'The case was reduced from .* by clang-hdd .*'
if grep -q 'PLEASE ATTACH\|fno-crash-diagnostics\|/run/work' "$text"; then
  wrong 'something of ours is named'
fi
[ "$(grep -c '^```' "$text")" -eq 12 ] || wrong "a fence is open: $(cat "$text")"
has input.report/lit-test.c '// REQUIRES: m68k-registered-target' \
  '// RUN: %clang.* %s -o /dev/null'
if command -v clang-19 >/dev/null; then # rejects it, and compiles it if it may
  [ "$(head -c 13 "$text")" = 'Already fixed' ] || wrong 'it is fixed'
  has "$text" '.*implicit int.*; works only with -Wno-error=implicit-int.*' \
    'Known to work: 19\..*'
fi
check_passes run_lit input.report/lit-test.c clang-19
check_test run_lit input.report/lit-test.c clang-14
check_script input.report/reproduce.sh
