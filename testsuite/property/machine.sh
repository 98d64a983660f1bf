#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# machine.sh COUNT 'SUFFIX...' COMMAND [ARGUMENT...]: the command on as many files of
# this machine for each suffix. Skipped where there is no grammar.
set -eu
count=$1 suffixes=$2
shift 2
[ -n "$(find "${CLANG_HDD_GRAMMARS:-none}" -name '*.so' 2>/dev/null)" ] || exit 77
list=$(mktemp)
trap 'rm -f "$list"' EXIT
for suffix in $suffixes; do
  find /usr/lib /usr/share "$(dirname "$0")/.." -name "*.$suffix" -type f \
    -size -100k 2>/dev/null | LC_ALL=C sort | tail -n "$count"
done >"$list"
xargs -d '\n' "$@" <"$list"
