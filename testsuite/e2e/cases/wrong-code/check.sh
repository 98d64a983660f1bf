# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
does() { # PROGRAM: what it prints, and its status
  "$1" && echo 0 || echo "$?"
}
"$ROOT/testsuite/e2e/wrong-cc.sh" -O2 -w "$RESULT" -o bad
gcc -O0 -w "$RESULT" -o good
clang -O0 -w -fsanitize=undefined -fno-sanitize-recover=all "$RESULT" -o checked
! [ "$(does ./bad)" = "$(does ./good)" ] || fail 'both do the same'
[ "$(does ./checked)" = "$(does ./good)" ] || fail 'it has undefined behaviour'
rm bad good checked
