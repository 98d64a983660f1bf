#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What a compiler makes of a C file: property.sh KIND FILE [FEATURE...]
# Prints the features of FILE, one a line; with FEATUREs the exit status says
# whether FILE has all of them. Writes into the current folder.
#   insn      mnemonics of gcc -O2's assembly
#   function  checksums of the functions in gcc -O1's assembly, labels aside
#   opt       what gcc -O3 reports to have optimized
#   warn      warnings of gcc $include -Wall -Wextra
#   ast       kinds of clang's AST nodes, each with its parent's
# Programs of csmith find their header without preprocessing.
set -eu
kind=$1
file=$2
shift 2
export LC_ALL=C
include=-I/usr/include/csmith

features() {
  case $kind in
  insn)
    gcc -w $include -O2 -S -o out.s "$file" 2>out.err &&
      sed -n 's/^\t\([a-z][a-z0-9]*\)\t.*/\1/p' out.s
    ;;
  function)
    gcc -w $include -O1 -fno-asynchronous-unwind-tables -S -o out.s "$file" \
      2>out.err && awk '
        /^[A-Za-z_][A-Za-z_0-9.]*:/ { text = ""; lines = 0; next }
        /^\t[a-z]/ { lines++; gsub(/\.L[A-Z]*[0-9]*/, ".L"); text = text "\n" $0 }
        /^\t\.size/ && lines >= 8 && lines <= 40 {
          command = "cksum"; print text | command; close(command)
        }' out.s | sed 's/ /-/'
    ;;
  opt)
    gcc -w $include -O3 -fopt-info-optimized -S -o out.s "$file" 2>out.err &&
      sed -n 's/.*optimized: *//p' out.err |
      sed 's/[^ ]*\/[0-9]*//g; s/[0-9][0-9]*/N/g; s/  */ /g; s/ $//'
    ;;
  warn)
    gcc $include -Wall -Wextra -O1 -S -o out.s "$file" 2>out.err &&
      sed -n 's/.*\[\(-W[^]]*\)\]$/\1/p' out.err
    ;;
  ast)
    clang -w $include -fsyntax-only -Xclang -ast-dump "$file" >out.ast 2>out.err &&
      awk -v part='(Stmt|Expr|Operator|Literal|Decl)$' '{
        match($0, /^[^A-Za-z]*/)
        depth = RLENGTH / 2
        node[depth] = $0
        gsub(/^[^A-Za-z]*| .*/, "", node[depth])
        if (node[depth] ~ part && node[depth - 1] ~ part)
          print node[depth - 1] ">" node[depth]
      }' out.ast
    ;;
  *) echo "property.sh: no kind $kind" >&2 && exit 2 ;;
  esac | sort -u
}

features >out.features
[ $# -gt 0 ] || { cat out.features; exit; }
for feature; do
  grep -Fqx -e "$feature" out.features || exit 1
done
