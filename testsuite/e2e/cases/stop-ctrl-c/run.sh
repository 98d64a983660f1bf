# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
export TESTED="$PWD/../tested"
: >"$TESTED"
tested() { [ "$(wc -l <"$TESTED")" -ge 5 ]; }
env --default-signal=INT "$PROGRAM" --test "$HERE/test.sh" input.c &
pid=$!
await tested || exit 1
kill -INT "$pid"
wait "$pid"
