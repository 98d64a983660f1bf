# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# For the cases grammar-*: $HERE/bin becomes first in PATH, with an npm whose
# packages have a little grammar or core, and a sha512sum for which they are the
# pinned ones. $HERE/fetched names what was fetched. Grammars go to $grammars.
export XDG_DATA_HOME="$PWD/data" ROOT HERE
# shellcheck disable=SC2034
grammars=$XDG_DATA_HOME/clang-hdd/grammars
mkdir "$HERE/bin"
cat >"$HERE/bin/npm" <<'END'
#!/bin/sh
set -eu
[ "$1" = pack ] && [ "$3" = --ignore-scripts ]
echo "$2" | tee spec >>"$HERE/fetched"
case $2 in
tree-sitter@*)
  core=package/vendor/tree-sitter/lib
  mkdir -p "$core/src" "$core/include"
  echo '#include "version.h"' >"$core/src/lib.c"
  echo 'const int version = 1;' >"$core/include/version.h"
  ;;
*)
  name=${2##*tree-sitter-}
  mkdir -p package/src package/queries
  echo "extern int s; int *tree_sitter_${name%@*}(void) { return &s; }" \
    >package/src/parser.c
  echo 'int s = 1;' >package/src/scanner.c
  echo '{}' | tee package/src/grammar.json >package/src/node-types.json
  echo '(x)' >package/queries/locals.scm
  ;;
esac
tar -czf package-1.0.0.tgz package
rm -r package
END
cat >"$HERE/bin/sha512sum" <<'END'
#!/bin/sh
set -eu
[ -s "$1" ]
grep -m1 -A1 "\"$(sed 's/\(.*\)@/\1", "/' spec)\"" \
  "$ROOT/plugin/grammar/grammars.def" | sed -n 's/.*sha512-\(.*\)".*/\1/p' |
  base64 -d | od -An -v -tx1 | tr -d ' \n'
echo "  $1"
END
chmod +x "$HERE"/bin/*
PATH=$HERE/bin:$PATH

says() { # EXIT ERE ARGUMENT...
  wanted=$1 line=$2
  shift 2
  code=0
  "$PROGRAM" grammar "$@" >out 2>err || code=$?
  [ "$code" -eq "$wanted" ] || fail "$*: exit status $code: $(cat err)"
  grep -Eq "^clang-hdd: ($line)\$" err || fail "$*: $(cat err)"
}
# A line of the table: the columns of a name.
row() { # NAME
  "$PROGRAM" grammar list | awk -v name="$1" '$1 == name { $1 = ""; print }'
}
