# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Wrong command lines of commands: one line that says what to do, and its code.
says() { # EXIT LINE ARGUMENT...
  wanted=$1 line=$2
  shift 2
  code=0
  "$PROGRAM" "$@" >out 2>err || code=$?
  [ "$code" -eq "$wanted" ] || { echo "$*: exit $code, not $wanted"; exit 1; }
  [ "$(cat err)" = "clang-hdd: error: $line" ] || {
    echo "$*: $(cat err)"
    exit 1
  }
  [ ! -s out ] || { echo "$*: printed $(cat out)"; exit 1; }
}
says 1 'reduec: no such file or command; did you mean clang-hdd reduce?' \
  reduec bug.c
says 1 'reduce: a command comes first: clang-hdd reduce ...' -j1 reduce 381a
says 1 'list --jsno: no such option; did you mean --json?' list --jsno
says 1 'help quantum: no such command; see clang-hdd --help' help quantum
says 1 'help list: name one command only' help reduce list
says 1 'help --: nothing follows it here; see --help' help -- x
says 1 'completion: name the shell: bash, zsh or fish' completion
says 1 'completion: name the shell: bash, zsh or fish' completion tcsh
full() { # ARGUMENT...
  code=0
  "$PROGRAM" "$@" >/dev/full 2>err || code=$?
  [ "$code" -eq 11 ] || { echo "$*: exit $code on a full disk"; exit 1; }
}
full help
full completion bash
full list
full list --json
# A file that is called like a command, and one that is nearly called so.
printf 'int bug;\n' >help
cp help reduec
printf '#!/bin/sh\ngrep -q bug *\n' >test.sh
chmod +x test.sh
for file in ./help reduec; do
  "$PROGRAM" --quiet --no-report --no-journal --test ./test.sh "$file" \
    -o result.c || { echo "$file is not reduced"; exit 1; }
  [ "$(tr -d '[:space:]' <result.c)" = bug ] || { cat result.c; exit 1; }
done
