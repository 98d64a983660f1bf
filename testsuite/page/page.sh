#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Checks report.html, and the index of a campaign, which has no scripts, with a
# browser: they have what `expected` says, and nothing is complained of. The colours are checked without a browser. Exit status
# 77: there is none. Usage: page.sh MAKE-PAGES
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
status=0
fail() {
  echo "FAIL: $*"
  status=1
}

awk -f "$here/contrast.awk" "$here/../../drivers/report/page/page.css" ||
  fail "colours that cannot be told apart"
mkdir "$top/pages"
"$1" "$top/pages"

browser=$(command -v chromium || command -v chromium-browser ||
  command -v google-chrome) || {
  echo "SKIP: no chromium here"
  [ "$status" -ne 0 ] || exit 77
  exit 1
}

# What a page is once its scripts ran, without these, in $top/dom.
render() { # NAME[#FRAGMENT]
  timeout 120 "$browser" --headless=new --no-sandbox --disable-gpu \
    --user-data-dir="$top/profile" --enable-logging=stderr \
    --virtual-time-budget=20000 --dump-dom \
    "file://$top/pages/${1%%#*}.html#${1#*#}" 2>"$top/log" |
    sed '/^<script/,/<\/script>/d' >"$top/dom"
  [ "$1" = campaign/index ] || grep -q '<html lang="en" [^>]*data-ready="yes"' "$top/dom" ||
    fail "$1: the scripts did not reach their end"
  if grep CONSOLE "$top/log"; then fail "$1: the browser complains"; fi
}

name=
while IFS= read -r line; do
  case $line in
  '#'*) ;;
  '== '*)
    name=${line#== }
    render "$name"
    ;;
  '! '*)
    if grep -qF -e "${line#! }" "$top/dom"; then
      fail "$name: there is ${line#! }"
    fi
    ;;
  *) grep -qF -e "$line" "$top/dom" || fail "$name: there is no $line" ;;
  esac
done <"$here/expected"
exit "$status"
