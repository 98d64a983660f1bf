#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Reduces every case of a folder and prints a Markdown table of what came out:
#
#   cases.sh CLANG-HDD FOLDER [RESULTS] [CLANG-HDD-OPTION...]
#
# A case is a folder with input.c, cmd (the compiler's command line), pattern
# (an extended regular expression on its output) and test.sh (exit 0: crashes
# so). A result counts only if test.sh, which knows nothing of clang-hdd, agrees.
# The reduced files and logs go to RESULTS. $LIMIT: seconds for a case (600).
set -eu
program=$(realpath "$1")
cases=$(realpath "$2")
results=${3:-$(mktemp -d)}
mkdir -p "$results"
results=$(realpath "$results")
if [ $# -gt 3 ]; then shift 3; else set --; fi
limit=${LIMIT:-600}

field() { # the number NAME of the last event in the log, with one decimal
  tail -n 1 "$log" | sed -n "s/.*\"$1\": *\\([0-9]*\\.*[0-9]\\{0,1\\}\\).*/\\1/p"
}

printf '| case | tokens in | tokens | bytes | tests | seconds | result |\n'
printf '|---|---:|---:|---:|---:|---:|---|\n'
for case in "$cases"/*/; do
  case=${case%/}
  [ -e "$case/cmd" ] || continue
  name=$(basename "$case")
  work=$(mktemp -d)
  cp "$case/input.c" "$work"
  log=$results/$name.jsonl
  # The output is the reducer's to choose: only compiler and options count.
  command=$(sed 's/ -o [^ ]*//; s/ input\.c//' "$case/cmd")
  said=0
  # shellcheck disable=SC2086 # the command is a list of words
  (cd "$work" && timeout -s INT -k 20 "$limit" "$program" --json "$@" \
    --ice-pattern "$(cat "$case/pattern")" -o "$results/$name.c" input.c \
    -- $command >"$log" 2>"$results/$name.err") || said=$?
  verdict="exit $said"
  if [ -e "$results/$name.c" ]; then
    cp "$results/$name.c" "$work/input.c"
    if (cd "$work" && "$case/test.sh" >/dev/null 2>&1); then
      [ "$said" -ne 0 ] || verdict=reduced
    else
      verdict="not confirmed, exit $said"
    fi
  fi
  printf '| %s | %s | %s | %s | %s | %s | %s |\n' "$name" \
    "$(grep -m 1 '"start"' "$log" | sed -n 's/.*"tokens": *\([0-9]*\).*/\1/p')" \
    "$(field tokens)" "$(field bytes)" "$(field tests)" "$(field seconds)" \
    "$verdict"
  rm -rf "$work"
done
