#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The man pages: one for the program and one for each command, with each of its
# options, and nothing in them that mandoc or man complains of (where these are
# installed). Usage: pages.sh BUILD-FOLDER
set -eu
pages=$(realpath "$1")/drivers/pages
cd "$(dirname "$0")/../drivers/clang-hdd"
status=0
complain() {
  printf '%s\n' "$*"
  status=1
}
rows() { # FILE MACRO; rows of included files too
  included=$(sed -n 's/^#include "clang-hdd\/\(.*\)"/\1/p' "$1")
  for file in "$1" $included; do
    sed -n "s/^$2(\(.*\)/\1/p" "$file"
  done | cut -d, -f1 | tr -d ' "'
}

for command in '' $(rows commands.def COMMAND); do
  page=$pages/clang-hdd${command:+-$command}.1
  [ -s "$page" ] || { complain "there is no $page" && continue; }
  table=${command}_options.def
  [ "$command" != reduce ] || table=options.def
  [ -z "$command" ] || for option in $(rows "$table" OPTION); do
    dashed=$(printf '%s' "$option" | sed 's/-/\\\\-/g')
    grep -q "^.*\\\\-\\\\-${dashed}\\\\fR" "$page" ||
      complain "$page does not describe --$option"
  done
  if command -v mandoc >/dev/null; then
    mandoc -Tlint -Wstyle "$page" || status=1
  fi
  if command -v man >/dev/null && command -v groff >/dev/null; then
    said=$(LC_ALL=C.UTF-8 man --warnings -l "$page" 2>&1 >/dev/null)
    [ -z "$said" ] || complain "$said"
  fi
done
exit "$status"
