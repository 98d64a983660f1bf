# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Where there is no clang, valgrind looks for uninitialised memory, and the program
# says what it lacks.
mkdir programs folder
for name in sh sed gcc as ld; do
  ln -s "$(command -v $name)" programs/
done
printf '#!/bin/sh\nexec %s "$@"\n' "$(command -v valgrind)" >programs/valgrind
chmod +x programs/valgrind
path=$PATH
PATH=$PWD/programs
"$PROGRAM" --wrong-code -v --explain-oracle input.c -- "$ROOT/testsuite/e2e/wrong-cc.sh" -O2 >explained
command=$(sed -n 's/^command *//p' explained)
for text in stack heap; do
  PATH=$path cp "$ROOT/testsuite/e2e/cases/wrong-sieve/texts/uninitialised-$text.c" folder/input.c
  code=0
  (cd folder && eval "exec $command") >&2 || code=$?
  [ "$code" -ge 17 ] || fail "uninitialised-$text is not refused: $code"
  sed -n "s/^\(steps\)\{0,1\} *$code: /refused by /p" explained >&2
done
PATH=$path
rm -r programs folder explained
