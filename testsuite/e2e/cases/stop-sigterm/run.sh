# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"$PROGRAM" --test "$HERE/test.sh" input.c &
pid=$!
sleep 3
kill -TERM "$pid"
wait "$pid"
