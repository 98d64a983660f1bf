#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Follows docs/adding-a-language.md word by word: the language that it describes is
# listed, chosen by suffix, and reduced by its blocks.
# Usage: language.sh BUILD-FOLDER
set -eu
build=$(realpath "$1")
page=$(realpath "$(dirname "$0")/../docs/adding-a-language.md")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  echo "$1"
  cat out err
  exit 1
}
blocks() { # LANGUAGE
  awk -v fence='```'"$1" '$0 == "```" { on = 0 } on; $0 == fence { on = 1 }' "$page"
}

PATH=$build/bin:$PATH
CLANG_HDD_MODULES=$build/modules
export PATH CLANG_HDD_MODULES
cd "$work"
blocks blocks >modula-2.blocks
blocks modula-2 >t.mod
blocks sh >steps.sh
sh -eu steps.sh >out 2>err || fail 'a step of the page failed'
grep -q '^blocks .*modula-2: \.mod \.def' out || fail 'it is not listed'
sed -n '/^The result has/,/^##/s/^    //p' "$page" >expected
diff expected t.reduced.mod >>out || fail 'the result is another one'

# A description that cannot be read says so where it is needed, and only there.
echo 'no-such-key x' >>grammars/modula-2.blocks
CLANG_HDD_GRAMMARS=$PWD/grammars
export CLANG_HDD_GRAMMARS
clang-hdd --frontend blocks --dump-tree t.mod >out 2>err && fail 'it was read'
grep -q 'modula-2\.blocks:[0-9]*: no such line, or one too many: no-such-key' err || fail 'why?'
echo '      end' >t.f90
clang-hdd --frontend blocks --dump-tree t.f90 >out 2>err || fail 'Fortran needs it'
