#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Checks that each effect of e2e/effects/effects.list is shown by a file there,
# and that docs/effects.md says so. Usage: effects.sh [--update] [PROJECT-FOLDER]
# With --update docs/effects.md is written.
set -eu
update=false
[ "${1:-}" != --update ] || { update=true; shift; }
cd "${1:-$(dirname "$0")/..}"
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
: >"$top/missing"

# FILE, PASSES, EFFECT, a line an effect; what is in parentheses is not split.
for file in testsuite/e2e/effects/*.c testsuite/e2e/effects/*.cc; do
  passes=$(sed -n 's|^// passes: *||p' "$file" | sed 's/, */, /g')
  sed -n 's|^// effect: *||p' "$file" |
    awk '{
      depth = 0
      for (i = 1; i <= length($0); i++) {
        c = substr($0, i, 1)
        depth += (c == "(") - (c == ")")
        printf "%s", c ~ /[,;]/ && !depth ? "\n" : c
      }
      print ""
    }' | sed 's/^ *//; s/ *$//' | while IFS= read -r effect; do
    printf '%s\t%s\t%s\n' "$(basename "$file")" "$passes" "$effect"
  done
done >"$top/shown"

{
  echo '<!-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception -->'
  echo '<!-- Written by testsuite/effects.sh --update. -->'
  echo '# Effects'
  echo
  echo 'What other reducers do to a text, and what none of them does, with the pass'
  echo 'or rule (see [passes.md](passes.md)) that does it here and the small program'
  echo 'that shows it, which is a test. Names are those of the other reducers. What'
  echo 'each rule earned, and which rules were dropped, stands at the end.'
  awk -F '\t' -v missing="$top/missing" -f testsuite/effects.awk "$top/shown" \
    testsuite/e2e/effects/effects.list
  cat testsuite/e2e/effects/measured.md
} >"$top/effects.md"

status=0
! $update || cp "$top/effects.md" docs/effects.md
cmp -s "$top/effects.md" docs/effects.md || {
  echo 'docs/effects.md is not up to date: run testsuite/effects.sh --update'
  status=1
}
if [ -s "$top/missing" ]; then
  echo 'effects that no file of testsuite/e2e/effects shows:'
  sed 's/^/  /' "$top/missing"
  status=1
fi
sed -n 's|.*(../testsuite/\(e2e/cases/[^)]*\)).*|\1|p' "$top/effects.md" |
  sort -u >"$top/folders"
while IFS= read -r folder; do
  [ -d "testsuite/$folder" ] || {
    echo "effects.list names $folder, which is not there"
    status=1
  }
done <"$top/folders"
exit "$status"
