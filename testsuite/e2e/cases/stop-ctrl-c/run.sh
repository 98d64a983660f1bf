# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
env --default-signal=INT "$PROGRAM" --test "$HERE/test.sh" input.c &
pid=$!
sleep 3
kill -INT "$pid"
wait "$pid"
