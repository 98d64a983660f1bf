# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Limits of the user's shell end the compiler, or this program's writing.
printf "int bug;\n" >input.c
printf '#!/bin/sh\nkill -XFSZ $$\n' >limited.sh
chmod +x limited.sh
code=0
"$PROGRAM" input.c -- ./limited.sh 2>err || code=$?
[ "$code" -eq 6 ] || fail "$code, not 6"
grep -q 'SIGXFSZ.*ulimit' err || fail "$(cat err)"
(
  ulimit -f 0
  "$PROGRAM" input.c -- "$ROOT/testsuite/e2e/cases/fake-crash/cc.sh" 2>&1
) | cat >out || fail "no line"
grep -q 'File too large' out || fail "$(cat out)"
rm -r ./*
