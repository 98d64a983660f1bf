# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
export MARK="$PWD/mark"
env --default-signal=INT "$PROGRAM" --timeout 100 --test "$HERE/test.sh" \
  input.c &
pid=$!
await pgrep -f 'sleep 98654[1]' >/dev/null || exit 1
kill -INT "$pid"
sleep 0.2
kill -INT "$pid" 2>/dev/null
timeout 5 tail -s 0.05 --pid="$pid" -f /dev/null || kill -KILL "$pid"
wait "$pid" && exit 1
await gone 'sleep 98654[1]'
