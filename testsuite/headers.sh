#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compiles each public header alone under strict flags, as C17 and as C++17.
# Usage: headers.sh [PROJECT-FOLDER]; compilers: $CC, $CXX, else cc, c++.
set -eu
include=$(cd "${1:-$(dirname "$0")/..}" && pwd)/libreduce/include
strict='-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -fsyntax-only'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for header in "$include"/reduce/*.h; do
  name=reduce/$(basename "$header")
  printf '#include "%s"\n#include "%s"\nint main(void);\n' "$name" "$name" \
    >alone.c
  cp alone.c alone.cpp
  # shellcheck disable=SC2086 # a list of options
  "${CC:-cc}" -std=c17 -Wstrict-prototypes $strict -I "$include" alone.c
  if command -v "${CXX:-c++}" >/dev/null; then
    # shellcheck disable=SC2086
    "${CXX:-c++}" -std=c++17 $strict -I "$include" alone.cpp
  fi
done
