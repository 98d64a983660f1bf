#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Checks reduced flags without any code of clang-hdd:
#
#   check-flags.sh FILE ORIGINAL-COMMAND REDUCED-COMMAND [PATTERN]
#
# Both commands are words for a shell, without the file. FILE has to crash under
# both with the same message; with each option of the reduced command left out in
# turn, with its value, it must not. Options of the reduced command have to be
# those of the original, but for a lower level and what goes with that. A message
# is what the compiler says of the crash, without numbers, quotations and paths;
# with PATTERN, an extended regular expression, it is what that matches.
#
# Prints a line for each option. Exit status 1: one is not needed, or the
# commands differ; 2: FILE does not crash.
set -eu
usage="usage: $0 FILE ORIGINAL REDUCED [PATTERN]"
if [ $# -lt 3 ] || [ $# -gt 4 ]; then echo "$usage" >&2 && exit 2; fi
file=$(realpath "$1") original=$2 reduced=$3
crash='internal compiler error.*|during [A-Za-z]+ pass.*|fatal error:.*'
crash="$crash|LLVM ERROR.*|Compiler Internal Error.*|compiler error:.*"
pattern=${4-$crash}
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
export LC_ALL=C TMPDIR="$top"
status=0

message() { # COMMAND...: what is said of the crash
  (cd "$top" && cp "$file" input.c && timeout 60 "$@" input.c 2>&1 </dev/null) |
    grep -aoE "$pattern" |
    sed -E "s/‘[^’]*’|'[^']*'|\"[^\"]*\"//g; s/0x[0-9a-f]+//g
      s/[0-9]+//g; s,[^ ]*/,,g" | sort -u
}

eval "set -- $original"
wanted=$(message "$@")
[ -n "$wanted" ] || { echo "$file does not crash: $original" >&2; exit 2; }
eval "set -- $reduced"
if [ "$(message "$@")" != "$wanted" ]; then
  echo "other crash under the reduced command"
  status=1
fi

# The words of the command without number $1 and, if it has one, its value.
without() { # INDEX COMMAND...
  at=$1 i=0 skip=
  shift
  for word; do
    if [ -n "$skip" ]; then
      skip=
    elif [ "$i" -ne "$at" ]; then
      printf " '%s'" "$(printf %s "$word" | sed "s/'/'\\\\''/g")"
    elif takes_value "$word"; then
      skip=1
    fi
    i=$((i + 1))
  done
}
takes_value() {
  case $1 in
    -target | --param | -D | -U | -include | -x | -Xclang | -mllvm | -triple) ;;
    -target-cpu | -target-feature | -o | -isystem | -I) ;;
    *) return 1 ;;
  esac
}

index=0 value=
for word; do
  now=$index
  index=$((index + 1))
  if [ "$now" -eq 0 ] || [ -n "$value" ]; then value= && continue; fi
  if takes_value "$word"; then value=1; fi
  case $word in -c | -S | -E | -o | -o*) continue ;; esac
  left=$(without "$now" "$@")
  said=needed
  if [ "$(eval "message $left")" = "$wanted" ]; then
    said='NOT NEEDED' status=1
  fi
  origin=given
  case " $original " in *" $word "*) ;; *) origin='in place of a level' ;; esac
  printf '%s\t%s\t%s\n' "$word" "$said" "$origin"
done
exit "$status"
