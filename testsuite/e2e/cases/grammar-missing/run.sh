# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Without its grammar a text is reduced as before, and one line names the command
# that installs it.
printf 'fn main() {\n    let x = bug();\n}\n' | tee a.rs >a.txt
reduce() {
  "$PROGRAM" --no-report --no-journal -c 'grep -q bug ./*' "$@" 2>err >out ||
    fail "$*: $(cat err)"
  grep 'note: ' err >line || fail "$(cat err)"
}
for words in a.rs '--language rust a.txt'; do
  # shellcheck disable=SC2086 # words
  reduce $words
  grep -q 'no front end reads .*; its grammar: clang-hdd grammar add rust$' line ||
    fail "$(cat line)"
done
[ "$(tr -d '[:space:]' <a_reduced.rs)" = bug ] || fail "$(cat a_reduced.rs)"
reduce a.txt
grep -q grammar line && fail "$(cat line)"
# A module that cannot be loaded is there all the same.
mkdir grammars
: >grammars/rust.so
reduce --grammar grammars a.rs
grep -q 'balanced tokens are used' line || fail "$(cat line)"
rm -r grammars
