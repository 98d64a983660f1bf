# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"$ROOT/testsuite/e2e/wrong-cc.sh" -O2 -w "$RESULT" -o bad
gcc -O0 -w "$RESULT" -o good
clang -O0 -w -fsanitize=undefined -fno-sanitize-recover=all "$RESULT" -o checked
! [ "$(./bad)" = "$(./good)" ] || fail 'both print the same'
[ "$(./checked)" = "$(./good)" ] || fail 'it has undefined behaviour'
rm bad good checked
