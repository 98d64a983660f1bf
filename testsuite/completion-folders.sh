#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Do the installed zsh and fish look where a build installs their completion? Each is
# asked for its own folders, and completes from there.
# Usage: completion-folders.sh BUILD-FOLDER
set -eu
build=$(realpath "$1")
tools=$(cd "$(dirname "$0")" && pwd)/completion
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
DESTDIR=$work/root cmake --install "$build" >/dev/null
export HOME="$work" TERM=dumb XDG_DATA_DIRS=/usr/local/share:/usr/share

# The first of the folders on standard input in which NAME was installed.
find_folder() { # NAME
  while read -r folder; do
    [ ! -e "$work/root$folder/$1" ] || { echo "$work/root$folder"; return; }
  done
}
check() { # SHELL, and what it completes on standard input
  grep -qx -e '--backward' || { echo "$1 completes nothing"; exit 1; }
}

if command -v zsh >/dev/null; then
  # shellcheck disable=SC2016 # zsh expands it
  folder=$(zsh -fc 'print -l $fpath' | find_folder _clang-hdd)
  [ -n "$folder" ] || { echo 'zsh does not look for its file'; exit 1; }
  echo '--bac' | zsh -f "$tools/try.zsh" "$folder" | check zsh
fi
if command -v fish >/dev/null; then
  # shellcheck disable=SC2016 # fish expands it
  folder=$(fish -c 'printf "%s\n" $fish_complete_path' |
    find_folder clang-hdd.fish)
  [ -n "$folder" ] || { echo 'fish does not look for its file'; exit 1; }
  echo '--bac' | fish "$tools/try.fish" "$folder/clang-hdd.fish" | check fish
fi
