# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The part of run-case.sh that looks at the figures and the reduced file.
# shellcheck disable=SC2154 # here, top and fail come from run-case.sh
figure() { # the number NAME of the last event
  tail -n 1 "$top/out" | sed -n "s/.*\"$1\": *\\([0-9][0-9]*\\).*/\\1/p"
}
bound() { # EXPECTATION-FILE FIGURE OPERATOR
  [ -e "$here/$1" ] || return 0
  is=$(figure "$2") wanted=$(cat "$here/$1")
  if ! awk "BEGIN { exit !(${is:--1} $3 $wanted) }"; then
    fail "$2 is $is, $1 says $wanted"
  fi
}
bound max-tokens tokens '<='
bound max-tests tests '<='
bound min-tests tests '>='
bound exact-tests tests '=='

RESULT=
for file in ./*[._]reduced.*; do
  if [ -e "$file" ]; then RESULT=$file; fi
done
export RESULT
if [ -e "$here/expect.c" ]; then
  diff -u "$here/expect.c" "$RESULT" || fail 'the result is not expect.c'
fi
if [ -e "$here/nonspace" ]; then
  size=$(tr -d '[:space:]' <"$RESULT" | wc -c)
  [ "$size" -eq "$(cat "$here/nonspace")" ] ||
    fail "$size characters that are no white space: $(cat "$RESULT")"
fi
if [ -e "$here/test.sh" ] && [ -n "$RESULT" ]; then
  input=$(basename "$RESULT" | sed 's/\.reduced//')
  mkdir "$top/again"
  cp "$RESULT" "$top/again/$input"
  (cd "$top/again" && "$here/test.sh" >"$top/test-out" 2>&1) ||
    fail "the result is not interesting: $(cat "$top/test-out" "$RESULT")"
fi
if [ -e "$here/check.sh" ]; then
  sh -euc '. "$ROOT/testsuite/e2e/case.sh"; . "$HERE/check.sh"' ||
    fail "check.sh: $(head -c 2000 "$RESULT")"
fi
