#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Finds circles of files that call each other in drivers/ and libreduce/, by the
# functions that their object files define and that their code refers to. A table
# that holds the address of a function does not call it. Each line of cycles.txt is
# a call that may close a circle, "FROM TO: reason"; a line without such a call is
# an error too. Usage: cycles.sh BUILD-FOLDER
set -eu
source=$(realpath "$(dirname "$0")/..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$1"

# Names from the build become those of sources; a source may have gone.
find drivers/CMakeFiles/hdd.dir libreduce/CMakeFiles/reduce-objects.dir \
  -name '*.c.o' | LC_ALL=C sort | while IFS= read -r object; do
  file=${object%%/*}/${object#*.dir/}
  [ ! -e "$source/${file%.o}" ] || echo "$object"
done >"$work/objects"
[ -s "$work/objects" ] || { echo "cycles: $1 has no object files"; exit 1; }

# "FILE:ADDRESS T FUNCTION" for each function; then for each file "FILE: file
# format ..." and its relocations, a section each.
# shellcheck disable=SC2046 # words without spaces
{
  nm -A -g $(cat "$work/objects")
  objdump -r $(cat "$work/objects")
} | sed 's|CMakeFiles/[^/]*/||; s|\.c\.o:| |' >"$work/symbols"

# Who calls whom.
awk '
  NF == 4 && $3 == "T" { owner[$4] = $1 }
  / file format / { file = $1 }
  /^RELOCATION RECORDS/ { code = /\[\.text/ }
  file && code && NF == 3 {
    sub(/[-+]0x.*/, "", $3)
    if ($3 in owner && owner[$3] != file)
      print file, owner[$3]
  }' "$work/symbols" | LC_ALL=C sort -u >"$work/calls"

status=0
grep -v '^#' "$source/testsuite/cycles.txt" | sed 's/:.*//' | LC_ALL=C sort \
  >"$work/allowed"
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
