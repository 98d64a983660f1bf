#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# grammars.sh PROP_GRAMMARS COUNT: as many files of this machine for each suffix,
# as they are and damaged. Skipped where there is no grammar.
set -eu
program=$1 count=$2
set -- "${CLANG_HDD_GRAMMARS:-none}"/*.so
[ -e "$1" ] || exit 77
list=$(mktemp)
trap 'rm -f "$list"' EXIT
for suffix in json js py rs css; do
  find /usr/lib /usr/share "$(dirname "$0")/.." -name "*.$suffix" -type f \
    -size -100k 2>/dev/null | LC_ALL=C sort | tail -n "$count"
done >"$list"
xargs -d '\n' "$program" <"$list"
xargs -d '\n' "$program" -1 <"$list"
