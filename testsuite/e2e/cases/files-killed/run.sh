# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Killed at several moments, the folder is whole and nothing else is left.
for moment in 0.2 0.4 0.6 0.9; do
  rm -rf main.reduced main.hdd main.report
  "$PROGRAM" -q --test "$HERE/test.sh" main.c src/lib.h &
  pid=$!
  sleep "$moment"
  kill -KILL "$pid" 2>/dev/null || true
  wait "$pid" || true
  await gone "$HERE/test[.]sh"
  [ ! -e main.reduced ] || (cd main.reduced && "$HERE/test.sh") ||
    fail "not whole after $moment s"
done
"$PROGRAM" -q --resume --json --test "$HERE/test.sh" main.c src/lib.h
# A kill between a text and its commit leaves a copy of that text.
rm -rf main.reduced.*.tmp main.reduced.~*
