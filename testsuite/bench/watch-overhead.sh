#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What `clang-hdd watch` costs a compile: nothing at all, a small one, one that
# fails, and a failing probe of a configure script; with and without, in turn.
# Usage: watch-overhead.sh BUILD-FOLDER [ROUNDS [COMPILER]]
set -eu
build=$(realpath "$1")
rounds=${2:-300}
compiler=${3:-gcc-12}
program=$build/bin/clang-hdd
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_STATE_HOME="$work/state"
cd "$work"
echo 'int main(void) { return 0; }' >good.c
echo 'int main(void) { return missing; }' >wrong.c
cp wrong.c conftest.c
both() { # ROUNDS COMMAND
  "$build/testsuite/interleave" "$1" "$2" "$program watch -- $2" 2>/dev/null |
    sed "s|$program|clang-hdd|"
}
both "$rounds" /bin/true
for file in good wrong conftest; do
  both "$(((rounds + 2) / 3))" "$compiler -c $file.c -o x.o"
done
