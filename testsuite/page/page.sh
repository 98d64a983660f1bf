#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Checks report.html with a browser: its scripts fill the parts, and nothing is
# complained of. The colours are checked without one. Exit status 77: there is no
# browser. Usage: page.sh MAKE-PAGES
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

# What a page is once its scripts ran, in $top/dom.
render() { # NAME[#FRAGMENT]
  timeout 120 "$browser" --headless=new --no-sandbox --disable-gpu \
    --user-data-dir="$top/profile" --enable-logging=stderr \
    --virtual-time-budget=20000 --dump-dom \
    "file://$top/pages/${1%%#*}.html#${1#*#}" >"$top/dom" 2>"$top/log" ||
    fail "$1: the browser ends with status $?"
  grep -q '<html lang="en" [^>]*data-ready="yes"' "$top/dom" ||
    fail "$1: the scripts did not reach their end"
  if grep CONSOLE "$top/log"; then fail "$1: the browser complains"; fi
}
expect() { # TEXT
  grep -qF -e "$1" "$top/dom" || fail "$name: there is no $1"
}

for name in bare one bisected suspects versions hostile-bisection; do
  render "$name"
done

name='typical#step-14'
render "$name"
expect 'Step 14 of 15'
expect '<del>'
expect '<tr class="d-new">'
expect '<span class="c-key">return</span>'
expect '<path class="line" d="M'
expect '<option>prune, round 1 (1'
expect '<span class="chart-name">rewrite</span>'
[ "$(grep -oF '<div class="chart-row"' "$top/dom" | wc -l)" -eq 3 ] ||
  fail "$name: the chart has not a row for each pass"

name='big#step-1' # twenty thousand lines
render "$name"
expect 'Step 1 of 8'
expect 'lines as before</button>'
expect 'more lines removed</button>'

name='line#step-1'
render "$name"
expect 'left out of the page'

name='many#step-5000'
render "$name"
expect 'Step 5'
expect '<option>round 1 (1'

name='hostile#step-2'
render "$name"
expect 'id="main"'
expect 'Step 2 of 4'
expect '<span class="c-comment">/* &lt;/script&gt;&lt;script&gt;document.title'
exit "$status"
