# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
sh "$ROOT/testsuite/bench/check-flags.sh" "$RESULT" \
  'clang-14 -w -g -O2 -Wall -target r600 -S -o out.s' \
  'clang-14 -target r600 -S -o out.s' 'Cannot select: .* = [a-z]+'
