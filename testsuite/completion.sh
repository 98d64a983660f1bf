#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completes command lines in bash, and in zsh and fish where they are installed,
# with the scripts that the program prints. Usage: completion.sh PROGRAM
set -eu
program=$(realpath "$1")
tools=$(cd "$(dirname "$0")" && pwd)/completion
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

mkdir -p "$work/here/folder" "$work/zsh" "$work/state/clang-hdd/crashes/c0ffee"
touch "$work/here/bug.c" "$work/state/clang-hdd/crashes/c0ffee/bundle.json"
export XDG_STATE_HOME="$work/state" HOME="$work" TERM=dumb
"$program" completion bash >"$work/script.bash"
"$program" completion zsh >"$work/zsh/_clang-hdd"
"$program" completion fish >"$work/script.fish"
cd "$work/here"

ask() { # SHELL WORD...: what the last word may become
  shell=$1
  shift
  case $shell in
  bash) bash "$tools/try.bash" "$work/script.bash" clang-hdd "$@" ;;
  zsh) zsh -f "$tools/try.zsh" "$work/zsh" clang-hdd "$@" ;;
  fish) fish "$tools/try.fish" "$work/script.fish" clang-hdd "$@" ;;
  esac </dev/null | sed "s|^--[a-z-]*=||; s|/$||; /^$/d" | sort -u | tr "\n" " "
}
expect() { # WORDS WORD...: in each shell these, sorted
  wanted=$1
  shift
  for each in $shells; do
    got=$(ask "$each" "$@")
    [ "$got" = "$wanted${wanted:+ }" ] && continue
    printf '%s: "%s" gives "%s", not "%s"\n' "$each" "$*" "$got" "$wanted"
    status=1
  done
}

shells=bash
for shell in zsh fish; do
  if command -v "$shell" >/dev/null; then
    shells="$shells $shell"
  else
    echo "$shell is not installed and left out"
  fi
done

expect 'reduce' red
expect '--match --matrix --matrix-all --max-tests' --ma
expect 'exact function kind pattern' --match ''
expect 'function' --match=fu
expect 'prune,hoist prune,hoist-rest prune,hoist-typed' --only-pass prune,ho
expect 'clang' bug.c --frontend c
expect 'perses' reduce bug.c -a per
expect folder -o fol
expect '' bug.c --jobs ''
expect 'bug.c' b
expect 'c0ffee' reduce c0
expect 'c0ffee' list ''
expect 'a,c0ffee' list --remove a,c
expect 'dejagnu' report --format dej
expect 'bug.c' watch cc -O2 bu
expect 'bug.c' watch -- cc -O2 bu
expect '--quiet' watch --q
expect 'reduce' help red
expect 'bash fish zsh' completion ''
expect 'zsh' completion z
expect '--help' completion --
expect 'bug.c' bug.c -- cc -O2 bu
exit "$status"
