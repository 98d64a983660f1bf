#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# html-rows.sh CLANG-HDD: what is left of a page in HTML whose failure needs its style
# and its script, by the languages that are read inside of it: characters that are no
# blanks, and tests. The page and its script are npm's. The failure is that of table 3
# in Hodován and Kiss 2016, as a property of the text in which brackets are pairs. The
# grammars html, css and javascript must be installed.
set -eu
program=$(realpath "$1")
npm=$(dirname "$(realpath "$(command -v npm)")")/..
grammars=${XDG_DATA_HOME:-$HOME/.local/share}/clang-hdd/grammars
read -r -a algorithms <<<"${ALGORITHMS:-hddh* perses default}"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

{
  sed '/<\/style>/,$d' "$npm/docs/output/commands/npm-install.html"
  echo '*, metadata:first-letter { color: red; will-change: a; top: 1px }'
  echo '* {; margin: 0; position: fixed }'
  sed -n '/<\/style>/,/<\/body>/p' "$npm/docs/output/commands/npm-install.html" |
    sed '/<\/body>/d'
  echo '<script>'
  sed -n '1,/^  /p' "$npm/lib/utils/log-file.js"
  echo '} window.onload = function() { const all = [1, 2]'
  echo "document.execCommand('selectAll'); all.push(document)"
  echo "document.designMode = 'on'; if (all) document.execCommand('indent') }"
  cat "$npm/lib/commands/explain.js"
  echo '</script></body></html>'
} >"$scratch/page.html"

cat >"$scratch/test.sh" <<'SCRIPT'
#!/bin/bash
text=$(tr -s '[:space:]' ' ' <page.html)
inside() { # NAME: what is in its element, if its brackets are pairs
  [[ $text =~ \<$1[^\>]*\>(.*)\</$1\> ]] || return
  awk -v text="${BASH_REMATCH[1]}" 'BEGIN {
    pairs["("] = ")"; pairs["["] = "]"; pairs["{"] = "}"
    for (i = 1; i <= length(text); i++) {
      c = substr(text, i, 1)
      if (c in pairs) want[++depth] = pairs[c]
      else if (index(")]}", c) && want[depth--] != c) exit 1
    }
    print text
    exit depth != 0
  }'
}
grep -Eq '<a[ >].*<script' <<<"$text" || exit 1
inside style >style && inside script >script || exit 1
grep -Eq 'first-letter ?\{[^}]*will-change: ?a.*position: ?fixed' style &&
  grep -Eq 'onload = function ?\(\) ?\{[^}]*execCommand ?\(.selectAll.\)' script &&
  grep -Eq 'selectAll.*designMode = .on.[^}]*execCommand ?\(.indent.\)' script
SCRIPT
chmod +x "$scratch/test.sh"

row() { # LANGUAGES: those that are read inside, as the table says it
  rm -rf "$scratch/grammars"
  mkdir "$scratch/grammars"
  for name in libtree-sitter html $1; do
    ln -s "$grammars/$name"* "$scratch/grammars"
  done
  printf '| %s |' "${1:-none}"
  for algorithm in "${algorithms[@]}"; do
    XDG_DATA_HOME=$scratch "$program" --quiet --json --no-journal --no-report --jobs 1 \
      --grammar "$scratch/grammars" --algorithm "$algorithm" \
      --test "$scratch/test.sh" --output "$scratch/out.html" "$scratch/page.html" \
      >"$scratch/events"
    tests=$(grep -o '"tests":[0-9]*' "$scratch/events" | tail -1)
    printf ' %s/%s |' "$(tr -d '[:space:]' <"$scratch/out.html" | wc -c)" \
      "${tests#*:}"
  done
  echo
}

printf '| read inside |%s\n|---|%s\n' "$(printf ' %s |' "${algorithms[@]}")" \
  "$(printf -- '---:|%.0s' "${algorithms[@]}")"
row ''
row css
row javascript
row 'css javascript'
echo "of $(tr -d '[:space:]' <"$scratch/page.html" | wc -c) characters"
