# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The keeper ends what runs and removes the scratch folder when we are gone.
"$PROGRAM" --test "$HERE/test.sh" input.c &
pid=$!
await pgrep -f 'sleep 98654[2]' >/dev/null || exit 1
kill -KILL "$pid"
wait "$pid" && exit 1
await gone 'sleep 98654[2]'
