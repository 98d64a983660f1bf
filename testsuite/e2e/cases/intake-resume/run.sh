# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What was begun from a command alone goes on from the same, in its folder and
# with its variables; with others it is refused.
mkdir sub && mv input.c sub/
set -- -- env -C sub "LEVEL=1" "$HERE/cc.sh" -c input.c
"$PROGRAM" --no-report --max-tests 2 "$@" </dev/null >&2
code=0
"$PROGRAM" --no-report --resume -- env -C sub "$HERE/cc.sh" -c input.c \
  </dev/null >&2 || code=$?
[ "$code" -eq 15 ] || exit 1
"$PROGRAM" --json --no-report --resume "$@" </dev/null
