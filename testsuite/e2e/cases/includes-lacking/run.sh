# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Stopped early, the result may include a header of the user; the report says why its
# commands fail.
mkdir part
echo 'struct node { int bug, other; };' >part/own.h
printf '#include "own.h"\nnode one;\nint two, three, four;\n' >input.cc
"$PROGRAM" --max-tests 1 input.cc -- "$ROOT/testsuite/e2e/cases/includes-of-user/cc.sh" -Ipart >out 2>&1 ||
  fail "$(cat out)"
grep -q '^#include "own.h"' input.reduced.cc || fail "$(cat input.reduced.cc)"
grep -q 'input.reduced.cc includes headers that the report lacks' out ||
  fail "$(cat out)"
rm -r ./*
