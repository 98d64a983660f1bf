#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Finds circles of files that call each other in drivers/ and libreduce/, by the
# functions that their object files define and that their code refers to. A table
# that holds the address of a function does not call it. Each line of cycles.txt is
# a call that may close a circle, "FROM TO: reason"; a line without such a call is
# an error too. Usage: cycles.sh BUILD-FOLDER
set -eu
build=$1
source=$(dirname "$0")/..
exceptions=$source/testsuite/cycles.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Prints "has FUNCTION FILE" and "calls FUNCTION FILE" for each object file below
# a folder, FILE as in the source tree: "drivers/compiler/judge".
symbols() { # FOLDER TARGET
  find "$build/$1" -path "*/$2.dir/*" -name '*.c.o' | LC_ALL=C sort |
    while IFS= read -r object; do
      file=$1/${object#*"/$2.dir/"}
      [ -e "$source/${file%.o}" ] || continue # of a file that has gone
      nm -g "$object" | awk -v file="${file%.c.o}" '
        NF == 3 && $2 == "T" { print "has", $3, file }'
      objdump -r "$object" | awk -v file="${file%.c.o}" '
        /^RELOCATION RECORDS/ { code = /\[\.text/; next }
        code && NF == 3 { sub(/[-+]0x.*/, "", $3); print "calls", $3, file }'
    done
}

{
  symbols drivers hdd
  symbols libreduce reduce-objects
} >"$work/symbols"
[ -s "$work/symbols" ] || { echo "cycles: $build has no object files"; exit 1; }

# Who calls whom.
awk '
  NR == FNR { if ($1 == "has") owner[$2] = $3; next }
  $1 == "calls" && $2 in owner && owner[$2] != $3 { print $3, owner[$2] }
' "$work/symbols" "$work/symbols" | LC_ALL=C sort -u >"$work/calls"

status=0
grep -v '^#' "$exceptions" | sed 's/:.*//' | LC_ALL=C sort >"$work/allowed"
LC_ALL=C comm -13 "$work/calls" "$work/allowed" >"$work/stale"
if [ -s "$work/stale" ]; then
  sed 's/^/cycles.txt: there is no such call: /' "$work/stale"
  status=1
fi
LC_ALL=C comm -23 "$work/calls" "$work/allowed" >"$work/checked"
if ! tsort "$work/checked" >"$work/order" 2>"$work/loops"; then
  sed 's/^tsort: //; s/^[^ ]*: input contains a loop:$/these files call each other:/' \
    "$work/loops"
  status=1
fi
exit "$status"
