#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Reduces each case below a folder, as rule-cases.sh makes them, and keeps what
# clang-hdd says for rule-table.sh: rule-runs.sh PROGRAM CASES OUT [OPTION...]
# OUT gets CASE.json and CASE.c; what is there already is not run again. A run
# that takes more than 30 seconds is stopped, and counts as far as it came.
set -eu
program=$(realpath "$1")
cases=$(realpath "$2")
mkdir -p "$3"
out=$(realpath "$3")
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for case in "$cases"/*/; do
  name=$(basename "$case")
  [ ! -s "$out/$name.json" ] || continue
  cp "$case/input.c" .
  timeout 30 "$program" -j1 --no-report --no-journal --verbose --json \
    --test "$case/test.sh" -o "$out/$name.c" "$@" input.c \
    >"$out/$name.json" 2>"$out/$name.err" </dev/null || :
done
