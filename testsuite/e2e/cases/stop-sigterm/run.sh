# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
export TESTED="$PWD/../tested"
: >"$TESTED"
tested() { [ "$(wc -l <"$TESTED")" -ge 5 ]; }
"$PROGRAM" --test "$HERE/test.sh" input.c &
pid=$!
await tested || exit 1
kill -TERM "$pid"
sleep 0.01
kill -TERM "$pid" 2>/dev/null # as timeout(1) does
wait "$pid"
