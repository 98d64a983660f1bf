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
rm -r data err
