#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# T1 to T3 over programs that csmith generates: csmith.sh PROP-FILES [COUNT]
# Seeds are 1 to COUNT (300), and the options change with the seed, so that
# every run sees the same programs and most of the language.
set -eu
checker=$1
count=${2:-300}
command -v csmith >/dev/null || { echo 'SKIP: no csmith here'; exit 77; }
include=${CSMITH_INCLUDE:-/usr/include/csmith}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

seed=1
while [ "$seed" -le "$count" ]; do
  set -- --max-funcs $((seed % 6 + 1)) --max-block-depth $((seed % 4 + 1))
  [ $((seed % 2)) -ne 0 ] || set -- "$@" --bitfields --packed-struct
  [ $((seed % 3)) -ne 0 ] || set -- "$@" --float --builtins
  [ $((seed % 5)) -ne 0 ] || set -- "$@" --inline-function --volatiles
  [ $((seed % 7)) -ne 0 ] || set -- "$@" --comma-operators --embedded-assigns
  # csmith does not end for some seeds; its own limit is not kept either.
  timeout 20 csmith --seed "$seed" "$@" --output "$seed.c" >/dev/null || {
    echo "csmith gave up on seed $seed"
    rm -f "$seed.c"
  }
  # Every second one as the compiler sees it, the others with their macros.
  if [ $((seed % 2)) -eq 0 ] && [ -e "$seed.c" ]; then
    "${CC:-cc}" -E -P -I "$include" "$seed.c" >preprocessed.i 2>/dev/null &&
      mv preprocessed.i "$seed.c"
  fi
  seed=$((seed + 1))
done
rm -f platform.info
"$checker" -I"$include" ./*.c
