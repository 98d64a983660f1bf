# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
export TESTED="$PWD/../tested"
: >"$TESTED"
tested() { [ "$(wc -l <"$TESTED")" -ge 5 ]; }
"$PROGRAM" --test "$HERE/test.sh" input.c &
pid=$!
await tested || exit 1
kill -TERM "$pid" # and another that comes with it, as from timeout(1)
kill -HUP "$pid" 2>/dev/null
wait "$pid"
