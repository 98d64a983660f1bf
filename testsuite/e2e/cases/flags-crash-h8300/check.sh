# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
line=$(sed -n 's/^reproduce *//p' ../err)
sh "$ROOT/testsuite/bench/check-flags.sh" "$RESULT" \
  'h8300-hitachi-coff-gcc -w -g -O3 -finstrument-functions -S -o out.s' \
  "${line% input.reduced.c}"
