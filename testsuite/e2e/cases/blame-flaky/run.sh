# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A crash that comes and goes: what is found is printed, and not to be trusted.
# shellcheck disable=SC2154 # cc and work are of blame.sh
set -eu
. "$ROOT/testsuite/e2e/blame.sh"
export COUNTER="$work/counter"
begin
pad 2
sed -i 's/  return x/  int bug = 2;\n&/' src/a.c
commit 'the bug'
pad 3
blame 16 --no-reduce src/a.c -- "$cc" -Iinclude -c src/a.c
found HEAD~3
says 'warning: not to be trusted, answers come and go: .*'
