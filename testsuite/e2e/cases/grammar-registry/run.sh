# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The pinned core and a grammar come from the registry, if one is reached.
export XDG_DATA_HOME="$PWD/data"
timeout 30 npm ping >/dev/null 2>&1 || exit 77
"$PROGRAM" grammar add json 2>err || fail "$(cat err)"
grammars=$XDG_DATA_HOME/clang-hdd/grammars
grep -q '"name": "json"' "$grammars/json/grammar.json" || fail no grammar.json
for symbol in json.so/tree_sitter_json libtree-sitter.so/ts_parser_new; do
  nm -D "$grammars/${symbol%/*}" | grep -q " T ${symbol#*/}\$" ||
    fail "no $symbol"
done
# The shell takes most lines for a command, so an error is brackets without partners.
"$PROGRAM" grammar add bash 2>err || fail "$(cat err)"
echo 'if true; then bug 1; fi' >a.sh
echo '{ "bug": [1, 2] }' >a.json
run() {
  "$PROGRAM" -v --no-report --no-journal -c "$1" "$3" >out 2>&1 || fail "$(cat out)"
  grep -q "^judge  *$2" out || fail "$1: $(cat out)"
}
run 'grep -q bug a.sh && ! grep -q "^)" a.sh' 'none is needed' a.sh
run 'grep -q bug a.json' tree-sitter a.json
rm -r data err out a.*
