#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Follows docs/adding-a-front-end.md word by word, with an installed build and in
# a folder outside the tree: the module builds, is listed, is chosen by suffix and
# by language, and reduces by the structure and the tokens of its own language.
# Usage: front-end.sh BUILD-FOLDER
set -eu
build=$(realpath "$1")
page=$(realpath "$(dirname "$0")/../docs/adding-a-front-end.md")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset CLANG_HDD_MODULES
if grep -q '^HDD_SANITIZE:[A-Z]*=..*' "$build/CMakeCache.txt"; then
  echo 'SKIP: a sanitized library cannot be linked by a plain module'
  exit 77
fi
fail() {
  echo "$1"
  cat out err
  exit 1
}
blocks() { # LANGUAGE
  awk -v fence='```'"$1" '$0 == "```" { on = 0 } on; $0 == fence { on = 1 }' "$page"
}

cmake --install "$build" --prefix "$work/installed" >/dev/null
mkdir "$work/bin" "$work/foo"
# The tree was installed elsewhere than it was configured for.
cat >"$work/bin/pkg-config" <<END
#!/bin/sh
exec $(command -v pkg-config) --define-prefix "\$@"
END
chmod +x "$work/bin/pkg-config"
PATH=$work/bin:$work/installed/bin:$PATH
PKG_CONFIG_PATH=$(dirname "$(find "$work/installed" -name libreduce.pc)")
export PATH PKG_CONFIG_PATH

cd "$work/foo"
blocks foo >t.foo
blocks c >foo.c
blocks sh >steps.sh
sh -eu steps.sh >out 2>err || fail 'a step of the page failed'
grep -q '^foo .*Foo, a toy language \[foo: \.foo\]' out || fail 'it is not listed'
[ "$(cat t.reduced.foo)" = '(make-bug)' ] || fail 'it did not reduce by structure'
! grep -q 'no front end' err || fail 'it was not chosen'
tokens=$(grep -v '^;' t.foo | sed 's/;.*//; s/[()]/ & /g' | wc -w)
grep -q "^size .* $tokens -> 3 tokens$" err || fail "it did not count $tokens tokens and 3"

export CLANG_HDD_MODULES="$PWD"
cp t.foo t.txt
sed 's/t\.foo/t.txt/g' interesting.sh >text.sh
chmod +x text.sh
clang-hdd --language foo --no-report --test ./text.sh t.txt >out 2>err
[ "$(cat t.reduced.txt)" = '(make-bug)' ] || fail '--language did not choose it'
is=0
clang-hdd --language fo --test ./text.sh t.txt >out 2>err || is=$?
if [ "$is" -ne 13 ] || [ "$(wc -l <err)" -ne 1 ] || ! grep -q ', foo' err; then
  fail "an unknown language ended with $is"
fi
