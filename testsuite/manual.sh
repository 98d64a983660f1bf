#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Checks that docs/manual.md has a row for each option and each exit code of the
# tables that the program is made of, and for each command a heading
# "### clang-hdd NAME" with a row for each option but --help; and that
# docs/languages.md has a row for each grammar.
# Usage: manual.sh [PROJECT-FOLDER]
set -eu
cd "${1:-$(dirname "$0")/..}"
status=0
names() { # FILE MACRO FIELD; rows of included files too
  included=$(sed -n 's/^#include "clang-hdd\/\(.*\)"/\1/p' \
    "drivers/clang-hdd/$1")
  for file in "$1" $included; do
    sed -n "s/^$2(\(.*\)/\1/p" "drivers/clang-hdd/$file"
  done | cut -d, -f"$3" | tr -d ' "'
}
for option in $(names options.def OPTION 1); do
  grep -q "^| .*\`--${option}[\` ]" docs/manual.md || {
    echo "docs/manual.md does not describe --$option"
    status=1
  }
done
# The part of the manual below the heading of a command.
part() { # COMMAND
  awk -v title="### clang-hdd $1" '
    /^#/ { inside = index($0 " ", title " ") == 1 } inside' docs/manual.md
}
for command in $(names commands.def COMMAND 1); do
  part "$command" | grep -q . || {
    echo "docs/manual.md has no heading: ### clang-hdd $command"
    status=1
  }
  [ -f "drivers/clang-hdd/${command}_options.def" ] || continue
  for option in $(names "${command}_options.def" OPTION 1); do
    [ "$option" != help ] || continue
    part "$command" | grep -q "^| .*\`--${option}[\` ]" || {
      echo "docs/manual.md: no row for --$option below ### clang-hdd $command"
      status=1
    }
  done
done
for code in $(names exit_codes.def EXIT_CODE 2); do
  grep -q "^| $code |" docs/manual.md || {
    echo "docs/manual.md does not describe exit code $code"
    status=1
  }
done
for grammar in $(sed -n 's/^GRAMMAR(\([a-z_]*\),.*/\1/p' \
  plugin/grammar/grammars.def); do
  grep -q "^| $grammar |" docs/languages.md || {
    echo "docs/languages.md has no row for $grammar"
    status=1
  }
done
exit "$status"
