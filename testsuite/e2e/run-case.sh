#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs one end-to-end case: run-case.sh CLANG-HDD CASE-FOLDER
# testsuite/README.md says what the files of a case mean. Exit status 77: the
# case needs a program that is not there.
set -eu
program=$1
folder=$(cd "$2" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
top=$(mktemp -d)
trap 'chmod -R u+rwX "$top"; rm -rf "$top"' EXIT
fail() {
  printf 'FAIL: %s\n' "$*"
  tail -n 20 "$top/err"
  exit 1
}

mkdir "$top/case" "$top/work" "$top/tmp"
: >"$top/out" && : >"$top/err"
if [ -e "$folder/base" ]; then
  cp -R "$folder/../$(cat "$folder/base")/." "$top/case"
fi
cp -R "$folder/." "$top/case"
here=$top/case
if [ -e "$here/needs" ]; then
  while read -r tool; do
    command -v "$tool" >/dev/null || { echo "SKIP: no $tool here"; exit 77; }
  done <"$here/needs"
fi

export PROGRAM="$program" ROOT="$root" HERE="$here" TMPDIR="$top/tmp"
cd "$top/work"
for input in "$here"/input.*; do
  if [ -e "$input" ]; then cp "$input" .; fi
done
if [ -e "$here/make-input.sh" ]; then sh "$here/make-input.sh"; fi
ls -lA --time-style=+ >"$top/before"

code=0
if [ -e "$here/run.sh" ]; then
  sh -c '. "$ROOT/testsuite/e2e/case.sh"; . "$HERE/run.sh"' \
    >"$top/out" 2>"$top/err" || code=$?
else
  set -- --json
  while IFS= read -r arg; do
    case $arg in *@HERE@*) arg=${arg%%@HERE@*}$here${arg#*@HERE@} ;; esac
    set -- "$@" "$arg"
  done <"$here/args"
  "$program" "$@" >"$top/out" 2>"$top/err" </dev/null || code=$?
fi
ls -lA --time-style=+ >"$top/after"

[ "$code" -ne 77 ] || { echo 'SKIP: not possible here'; exit 77; }
wanted=$(cat "$here/exit" 2>/dev/null || echo 0)
[ "$code" -eq "$wanted" ] || fail "exit status $code, not $wanted"
left=$(ls -A "$top/tmp")
[ -z "$left" ] || fail "left behind: $left"
for list in stderr.re error.re; do
  [ -e "$here/$list" ] || continue
  while IFS= read -r line; do
    grep -Eqa -e "$line" "$top/err" || fail "stderr does not match $line"
  done <"$here/$list"
done
if [ -e "$here/error.re" ]; then # one line, and nothing written
  sed -i '/note: waiting for /d' "$top/err" # on a loaded machine
  [ "$(wc -l <"$top/err")" -eq "$(wc -l <"$here/error.re")" ] ||
    fail "stderr has $(wc -l <"$top/err") lines"
  cmp -s "$top/before" "$top/after" || fail 'files were written'
  exit 0
fi
# shellcheck source=testsuite/e2e/check-result.sh
. "$root/testsuite/e2e/check-result.sh"
