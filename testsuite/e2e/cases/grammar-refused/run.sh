# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Each thing that may be wrong has its line and its exit status, and nothing is
# installed.
. "$ROOT/testsuite/e2e/fake-npm.sh"
says 1 'error: grammar: say what to do: add NAME..., list or remove NAME...'
says 1 'error: grammar: say what to do: .*' install zig
says 1 'error: grammar: say what to do: .*' add
says 1 'error: grammar list zig: it takes no names' list zig
says 13 'error: typescrpt: no such grammar; did you mean typescript\?' \
  add zig typescrpt
says 13 'error: klingon: no such grammar; see clang-hdd grammar list' \
  add klingon
says 13 'error: ../zig is not installed in .*' remove ../zig
[ ! -e "$HERE/fetched" ] || fail something was fetched

# Programs that are missing.
mkdir "$HERE/few"
few() { PATH=$HERE/few says "$@"; }
for name in awk cat env grep sed sh; do
  ln -s "$(command -v "$name")" "$HERE/few"
done
few 5 'error: npm is not found; apt-get install npm brings it' add zig
ln -s "$HERE/bin/npm" "$HERE/few"
few 5 'error: cc is not found; apt-get install gcc libc6-dev brings it' add zig

# A package that is not the pinned one, is no archive, or does not compile.
fake() { # NAME LINE: a program that does this
  printf '#!/bin/sh\n%s\n' "$2" >"$HERE/bin/$1"
  chmod +x "$HERE/bin/$1"
}
mv "$HERE/bin/sha512sum" "$HERE/pinned"
says 17 'error: what npm fetched is not the pinned tree-sitter@0.25.1: .*' \
  add zig
mv "$HERE/pinned" "$HERE/bin/sha512sum"
fake cc 'echo "parser.c:1:2: error: this is not C" >&2; exit 1'
says 20 'error: cc cannot compile tree-sitter@0.25.1: error: this is not C' \
  add zig
rm "$HERE/bin/cc"
mv "$HERE/bin/npm" "$HERE/npm"
# shellcheck disable=SC2016
fake npm 'echo "$2" >spec; echo bytes >a.tgz'
says 17 'error: tar cannot unpack tree-sitter@0.25.1: .*' add zig
fake npm 'echo done'
says 17 'error: npm has left no archive of tree-sitter@0.25.1' add zig
fake npm 'echo "npm error code ENOTFOUND"; echo "npm error reason"; exit 1'
says 17 'error: npm cannot fetch tree-sitter@0.25.1: code ENOTFOUND; .*' add zig
[ -z "$(ls -A "$grammars")" ] || fail "$(ls -A "$grammars")"

# A folder that cannot be written.
mv "$HERE/npm" "$HERE/bin/npm"
rm -r data
: >data
says 11 "error: cannot .*$PWD/data.*" add zig
env -u HOME XDG_DATA_HOME=x "$PROGRAM" grammar add zig 2>err &&
  fail installed nowhere
grep -q 'neither XDG_DATA_HOME nor HOME' err || fail "$(cat err)"
rm data out err
