#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds clang-hdd into build/ and reduces a real compiler crash with it.
# Installs what is missing with apt-get where there is one, else says what to
# install. Works from any folder.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/testsuite/packages.sh"
# shellcheck disable=SC2154,SC2086 # packages.sh sets them; words on purpose
need_packages $build_packages gcc-h8300-hms

printf '== building into %s\n' "$root/build"
cmake -S "$root" -B "$root/build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
  -DHDD_TESTS=OFF >/dev/null
cmake --build "$root/build" >/dev/null
program=$root/build/bin/clang-hdd

case=$root/examples/h8300-instrument
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$case/input.c" "$work"
cd "$work"
command=$(sed 's/ input\.c$//' "$case/cmd")
printf '\n== the crash: %s lines make this compiler die\n' "$(wc -l <input.c)"
printf '$ %s\n' "$(cat "$case/cmd")"
# shellcheck disable=SC2086 # the command is a list of words
$command input.c || true
printf '\n== reducing it\n$ clang-hdd input.c -- %s\n' "$command"
# shellcheck disable=SC2086
"$program" input.c -- $command
printf '\n== the result: input.reduced.c\n'
cat input.reduced.c
printf '\n== it still crashes in the same place\n'
cp input.reduced.c input.c
# shellcheck disable=SC2086
$command input.c || true
"$case/test.sh"
