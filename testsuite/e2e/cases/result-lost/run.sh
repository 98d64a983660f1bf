# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck disable=SC2016 # the command expands it
# A text without the word a is interesting once only: so the result is lost when it
# runs once more, and what is said is about the earlier text that is kept.
export SEEN="$PWD/seen"
: >seen
"$PROGRAM" -j1 --keep-layout --no-report --json -c '
  grep -qw bug input.c || exit 1
  ! grep -qw a input.c || exit 0
  ! grep -qx "$(cksum <input.c)" "$SEEN" && cksum <input.c >>"$SEEN"' input.c
rm seen
