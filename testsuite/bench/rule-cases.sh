#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Makes cases of programs that crash nothing, so that rules can be measured on
# constructs that no known crasher has: rule-cases.sh OUT FILE...
# Each FILE becomes a case for reduce-bench, a folder with input.c and test.sh.
# The kinds of property.sh take turns, from the first that has features of FILE;
# one to four of these have to stay, those that the fewest other FILEs have.
set -eu
bench=$(realpath "$(dirname "$0")")
mkdir -p "$1"
out=$(realpath "$1")
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# Kinds in turn, twice, so that each can be the first of five.
kinds='insn ast opt warn function insn ast opt warn function'
number=0
for file; do
  number=$((number + 1))
  cp "$file" input.c
  for kind in $(echo "$kinds" | cut -d' ' -f$((number % 5 + 1))-$((number % 5 + 5))); do
    timeout 10 "$bench/property.sh" "$kind" input.c >features 2>errors || continue
    [ -s features ] || continue
    name=$(basename "$file" .c)-$kind
    mv features "$name.list"
    mkdir -p "$out/$name"
    cp "$file" "$out/$name/input.c"
    break
  done
done

for kind in insn ast opt warn function; do
  ls ./*-$kind.list >lists 2>errors || continue
  xargs cat <lists | sort | uniq -c | sed 's/^ *//' >count
  number=0
  while IFS= read -r list; do
    name=$(basename "$list" .list)
    number=$((number + 1))
    many=$((1 + number % 4))
    [ $kind != function ] || many=1
    awk 'NR == FNR { n = $1; sub(/^[0-9]+ /, ""); count[$0] = n; next }
         { print count[$0] "\t" $0 }' count "$list" |
      sort -k1,1n -k2 | cut -f2 | head -n $many >chosen
    {
      echo '#!/bin/sh'
      printf "exec '%s/property.sh' %s input.c" "$bench" "$kind"
      while IFS= read -r feature; do printf " '%s'" "$feature"; done <chosen
      echo
    } >"$out/$name/test.sh"
    chmod +x "$out/$name/test.sh"
  done <lists
done
