# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A double quote and a single one: the crash is seen, and the report's script
# works.
for name in 'a"b' "a'b"; do
  printf 'int a;\nint bug;\n' >"$name.c"
  "$PROGRAM" "$name.c" -- "$HERE/cc.sh"
  grep -qw bug "$name.reduced.c"
  sh "$name.report/reproduce.sh" || fail "reproduce.sh of $name.c: $?"
done
