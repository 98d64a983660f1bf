#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Checks what reduce-bench has left, without any of its code:
#
#   check-results.sh RESULTS CASE...
#
# RESULTS holds CASE.TOOL.c for each result; a CASE is a folder with input.c,
# cmd, pattern and test.sh, and a folder of such folders stands for all of them.
# For each result it asks with the case's own command whether the output matches
# the pattern, with the case's script whether it is interesting, and whether a
# reference accepts it: the case's compiler with -fsyntax-only, or gcc or clang,
# whichever accepts the original first. "as before" tells whether the line that
# matches the pattern is the same but for numbers and quotations; it is shown and
# decides nothing, since operands may differ.
#
# Exit status 1: a result slipped (no such crash any more, or accepted before and
# rejected now); 2: nothing could be checked.
set -eu
[ $# -ge 2 ] || { echo "usage: $0 RESULTS CASE..." >&2; exit 2; }
[ -d "$1" ] || { echo "$0: $1: no such folder" >&2; exit 2; }
results=$(cd "$1" && pwd)
shift
limit=60 # seconds of a run
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
export LC_ALL=C
count=0 slipped=0

# A folder of its own that holds the text as input.c.
fresh() { # TEXT
  rm -rf "$top/run"
  mkdir "$top/run"
  cp "$1" "$top/run/input.c"
}

# Runs a command there; what it says goes to $top/said.
run() { # COMMAND...
  (cd "$top/run" && timeout -k 1 "$limit" "$@" >"$top/said" 2>&1 </dev/null)
}

# What the case's command says of a text, in $top/said. Its output goes into the
# folder: some compilers remove the file that they are to write, even a device.
crash() { # TEXT
  fresh "$1"
  sed 's|-o */dev/null|-o output|' "$folder/cmd" >"$top/command"
  run sh "$top/command" || :
  grep -Eqa -e "$(cat "$folder/pattern")" "$top/said"
}

# The line of the crash, without what may move.
message() {
  grep -Ea -m 1 -e "$(cat "$folder/pattern")" "$top/said" |
    sed -E "s/^[^ ]*input[^ ]*:[0-9:]* //; s/'[^']*'/_/g; s/[0-9]+/_/g"
}

interesting() { # TEXT
  fresh "$1"
  run sh "$folder/test.sh"
}

# The words of the command that a reference is given too.
portable() {
  tr ' ' '\n' <"$folder/cmd" | while read -r word; do
    case $word in
    -I* | -D* | -U* | -std=* | -ansi | -m32 | -m64 | -f*signed-char)
      printf '%s ' "$word" ;;
    esac
  done
}

accepts() { # COMMAND TEXT
  fresh "$2"
  run sh -c "$1"
}

# Sets $reference to the first that accepts the original; empty: none does.
find_reference() {
  own=$(sed 's|-o */dev/null|-o output|; s/ / -fsyntax-only /' "$folder/cmd")
  words=$(portable)
  for reference in "$own" "gcc -fsyntax-only -w $words input.c" \
    "clang -fsyntax-only -w $words input.c"; do
    if accepts "$reference" "$folder/input.c"; then return; fi
  done
  reference=
}

yes_or_no() { if "$@"; then echo yes; else echo no; fi; }

row() { printf '%-42s %-8s %-8s %-10s %-10s %s\n' "$@"; }

check_result() { # NAME TEXT
  matches=$(yes_or_no crash "$2")
  same=no
  if [ "$(message)" = "$before" ]; then same=yes; fi
  script=$(yes_or_no interesting "$2")
  valid=-
  if [ -n "$reference" ]; then valid=$(yes_or_no accepts "$reference" "$2"); fi
  verdict=held
  case $matches$script$valid in
  *no*) verdict=SLIPPED && slipped=$((slipped + 1)) ;;
  esac
  count=$((count + 1))
  row "$1" "$matches" "$script" "$same" "$valid" "$verdict"
}

check_case() { # FOLDER
  folder=$(cd "$1" && pwd)
  case_name=$(basename "$folder")
  set -- "$results/$case_name".*.c
  [ -e "$1" ] || return 0
  if ! crash "$folder/input.c"; then
    row "$case_name" - - - - 'the original does not crash here'
    return 0
  fi
  before=$(message)
  if ! interesting "$folder/input.c"; then
    row "$case_name" - - - - 'its script rejects the original'
    return 0
  fi
  find_reference
  for text in "$@"; do
    check_result "$(basename "$text" .c)" "$text"
  done
}

row result pattern test.sh 'as before' valid verdict
for at in "$@"; do
  if [ -e "$at/cmd" ]; then
    check_case "$at"
    continue
  fi
  for inner in "$at"/*/; do
    if [ -e "$inner/cmd" ]; then check_case "$inner"; fi
  done
done
printf '%u results, %u slipped\n' "$count" "$slipped"
[ "$count" -gt 0 ] || exit 2
[ "$slipped" -eq 0 ] || exit 1
