#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# js-rows.sh CLANG-HDD FOLDER...: what algorithms leave of texts in JavaScript that
# have to keep a property: characters that are no blanks, and tests.
# The texts are those of js-properties.txt, and input.js in each FOLDER, which
# keeps the pattern in FOLDER/property and what Node says, FOLDER/message. The
# grammar must be installed.
set -eu
program=$(realpath "$1")
shift
here=$(realpath "$(dirname "$0")")
npm=$(dirname "$(realpath "$(command -v npm)")")/..
read -r -a algorithms \
  <<<"${ALGORITHMS:-hdd* hoist*+hdd* hddh* hoist*+hddh* perses default}"
scratch=$(mktemp -d)
export JS_PORT=${JS_PORT:-4077}
node --experimental-vm-modules "$here/js-server.js" "$JS_PORT" 2>/dev/null &
server=$!
trap 'kill "$server"; rm -rf "$scratch"' EXIT
until : 2>/dev/null <"/dev/tcp/127.0.0.1/$JS_PORT"; do sleep 0.1; done

cat >"$scratch/test.sh" <<'SCRIPT'
#!/bin/bash
tr -s '[:space:]' ' ' <input.js | grep -Eq -- "$JS_PATTERN" || exit 1
exec 3<>"/dev/tcp/127.0.0.1/$JS_PORT"
printf '%s\t%s\n' "$JS_MESSAGE" "$PWD/input.js" >&3
read -r answer <&3
exit "$answer"
SCRIPT
chmod +x "$scratch/test.sh"

row() { # NAME FILE PATTERN MESSAGE
  export JS_PATTERN=$3 JS_MESSAGE=$4
  printf '| %s | %s |' "$1" "$(tr -d '[:space:]' <"$2" | wc -c)"
  cp "$2" "$scratch/input.js"
  for algorithm in "${algorithms[@]}"; do
    "$program" --quiet --json --no-journal --no-report --jobs 1 \
      --algorithm "$algorithm" --test "$scratch/test.sh" \
      --output "$scratch/out.js" "$scratch/input.js" >"$scratch/events" ||
      { printf ' - |' && continue; }
    tests=$(grep -o '"tests":[0-9]*' "$scratch/events" | tail -1)
    printf ' %s/%s |' "$(tr -d '[:space:]' <"$scratch/out.js" | wc -c)" \
      "${tests#*:}"
  done
  echo
}

printf '| text | characters |%s\n' "$(printf ' %s |' "${algorithms[@]}")"
printf '|---|---:|%s\n' "$(printf -- '---:|%.0s' "${algorithms[@]}")"
for folder; do
  row "$(basename "$folder")" "$folder/input.js" "$(cat "$folder/property")" \
    "$(cat "$folder/message" 2>/dev/null)"
done
grep -v '^#' "$here/js-properties.txt" | while read -r name file pattern; do
  row "$name" "$npm/$file" "$pattern" ''
done
