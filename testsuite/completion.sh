#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completes command lines in bash, and in zsh and fish where they are installed,
# with the scripts that the program prints. Usage: completion.sh PROGRAM
set -eu
program=$(realpath "$1")
tools=$(cd "$(dirname "$0")" && pwd)/completion
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$work/here/folder" "$work/zsh" "$work/state/clang-hdd/crashes/c0ffee"
touch "$work/here/bug.c" "$work/state/clang-hdd/crashes/c0ffee/bundle.json"
export XDG_STATE_HOME="$work/state" HOME="$work" TERM=dumb
"$program" completion bash >"$work/script.bash"
"$program" completion zsh >"$work/zsh/_clang-hdd"
"$program" completion fish >"$work/script.fish"

# A line, and what its last word may become: sorted, and without "--name=".
while IFS='|' read -r line words; do
  printf '%s\n' "$line" >>"$work/lines"
  printf '%s|%s\n' "$line" "$words" >>"$work/wanted"
done <<'END'
red|reduce
--ma|--match --matrix --matrix-all --max-tests
--match |exact function kind pattern
--match=fu|function
--only-pass prune,ho|prune,hoist prune,hoist-typed
bug.c --frontend c|clang
reduce bug.c -a per|perses perses-2018
-o fol|folder
-p fol|folder
bug.c --jobs |
b|bisect blame bug.c
bu|bug.c
bisect --pre|--prebuilt
bisect --repo fol|folder
bisect bug.c --match fu|function
reduce c0|c0ffee
list |c0ffee
list --remove a,c|a,c0ffee
campaign --kno|--known
campaign fol|folder
report --format dej|dejagnu
watch cc -O2 bu|bug.c
watch -- cc -O2 bu|bug.c
watch --q|--quiet
help red|reduce
completion |bash fish zsh
completion z|zsh
completion --|--help
bug.c -- cc -O2 bu|bug.c
END

complete_lines() { # SHELL: an answer a line
  case $1 in
  bash) bash "$tools/try.bash" "$work/script.bash" ;;
  zsh) zsh -f "$tools/try.zsh" "$work/zsh" ;;
  fish) fish "$tools/try.fish" "$work/script.fish" ;;
  esac <"$work/lines" | sed 's|^--[a-z-]*=||; s|/$||'
}
cd "$work/here"
status=0
for shell in bash zsh fish; do
  if ! command -v "$shell" >/dev/null; then
    echo "$shell is not installed and left out"
    continue
  fi
  complete_lines "$shell" >"$work/answers"
  LC_ALL=C awk -v lines="$work/lines" '
    function flush(  i, text) {
      getline line <lines
      for (i = 1; i <= count; i++) text = text (i > 1 ? " " : "") word[i]
      print line "|" text
      count = 0; split("", seen)
    }
    $0 == "" { flush(); next }
    !seen[$0]++ {
      for (i = ++count; i > 1 && word[i - 1] > $0; i--) word[i] = word[i - 1]
      word[i] = $0
    }' "$work/answers" >"$work/got"
  echo "== $shell"
  diff "$work/wanted" "$work/got" || status=1
done
exit "$status"
