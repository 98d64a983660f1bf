#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Checks that docs/manual.md has a row for each option and each exit code of the
# tables that the program is made of. Usage: manual.sh [PROJECT-FOLDER]
set -eu
cd "${1:-$(dirname "$0")/..}"
status=0
names() { # FILE MACRO FIELD
  sed -n "s/^$2(\(.*\)/\1/p" "drivers/clang-hdd/$1" | cut -d, -f"$3" |
    tr -d ' "'
}
for option in $(names options.def OPTION 1); do
  grep -q "^| .*\`--${option}[\` ]" docs/manual.md || {
    echo "docs/manual.md does not describe --$option"
    status=1
  }
done
for code in $(names exit_codes.def EXIT_CODE 2); do
  grep -q "^| $code |" docs/manual.md || {
    echo "docs/manual.md does not describe exit code $code"
    status=1
  }
done
exit "$status"
