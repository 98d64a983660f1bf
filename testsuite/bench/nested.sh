#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Prints a C file of nested structs of five equal members, whose size overflows,
# on which gcc-12 -O3 crashes in assign_stack_temp_for_type.
# Usage: nested.sh plain|typedef|union|array
set -eu

# DEPTH TEXT BEFORE BEHIND: the text in DEPTH levels; % is the number of one
nest() {
  text=$2 level=0
  while [ "$level" -lt "$1" ]; do
    level=$((level + 1))
    text="$3 { $text } $(printf %s "$4" | sed "s/%/$level/g");"
  done
  printf '%s\n' "$text"
}

case ${1:-plain} in
plain) body=$(nest 26 'int a, b, c, d, e;' struct 'a, b, c, d, e') ;;
array)
  body=$(nest 13 'int a[5];' struct 'k%[5], l%[5], m%[5], n%[5], o%[5]') ;;
union) # every second level is one, which does not change the size
  body='int a, b, c, d, e;'
  for level in $(seq 26); do
    body="union { struct { $body } p, q; } a$level, b$level, c$level, d$level, e$level;"
  done ;;
typedef)
  echo 'typedef int t0;'
  for level in $(seq 27); do
    echo "typedef struct { t$((level - 1)) a, b, c, d, e; } t$level;"
  done
  body='t27 whole;' ;;
*) echo "usage: nested.sh plain|typedef|union|array" >&2; exit 2 ;;
esac
cat <<END
struct outer { $body } v, make();
void use() { v = make(); }
END
