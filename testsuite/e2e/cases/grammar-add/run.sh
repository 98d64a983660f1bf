# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A grammar is installed with the core, listed, and removed.
. "$ROOT/testsuite/e2e/fake-npm.sh"
[ "$(row zig)" = ' 1.1.2 available .zig' ] || fail "$(row zig)"
says 0 "note: zig: compiled in [0-9.]+ s, installed in $grammars" add zig rust
(cd "$grammars" && find . -type f) | sort >files
{
  printf './libtree-sitter%s\n' .so /version
  for name in rust zig; do
    printf "./$name%s\n" .so /grammar.json /node-types.json \
      /queries/locals.scm /version
  done
} | sort | cmp - files || fail "$(cat files)"
nm -D "$grammars/zig.so" | grep -q ' T tree_sitter_zig$' || fail no symbol
[ "$(row zig)" = ' 1.1.2 installed .zig' ] || fail "$(row zig)"
[ "$(row libtree-sitter)" = ' 0.25.1 installed' ] || fail no core

# What is there is not fetched again, except another version.
says 0 'note: zig: 1.1.2 is installed already' add zig
[ "$(wc -l <"$HERE/fetched")" -eq 3 ] || fail "$(cat "$HERE/fetched")"
printf 1.0.0 >"$grammars/zig/version"
echo old >"$grammars/zig/old"
says 0 'note: zig: fetched @tree-sitter-grammars/tree-sitter-zig@1.1.2, .*' \
  add zig
[ ! -e "$grammars/zig/old" ] || fail two versions
"$PROGRAM" grammar --quiet add zig 2>err || fail "$(cat err)"
[ ! -s err ] || fail "$(cat err)"

# Grammars of others are shown, and stay.
mkdir editor
cp "$grammars/zig.so" editor/klingon.so
cp "$grammars/zig.so" editor/libtree-sitter-go.so
export CLANG_HDD_GRAMMARS="/nonexistent:$PWD/editor"
[ "$(row klingon)" = " - in $PWD/editor" ] || fail "$(row klingon)"
[ "$(row go)" = " - in $PWD/editor, without grammar.json .go" ] ||
  fail "$(row go)"
unset CLANG_HDD_GRAMMARS
"$PROGRAM" grammar list --grammar editor | grep -q '^klingon ' || fail no --grammar
says 13 "error: klingon is not installed in $grammars; .*" \
  remove --grammar editor klingon

says 13 "error: cpp is not installed in .*" remove c++
"$PROGRAM" grammar remove zig rust
[ "$(row zig)" = ' 1.1.2 available .zig' ] || fail "$(row zig)"
"$PROGRAM" grammar remove libtree-sitter
[ -z "$(ls -A "$grammars")" ] || fail "$(ls -A "$grammars")"
rm -r data editor files out err
