# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The keeper ends what runs and removes the scratch folder when we are gone.
"$PROGRAM" --test "$HERE/test.sh" input.c &
pid=$!
sleep 3
kill -KILL "$pid"
wait "$pid" && exit 1
sleep 1
! pgrep -f 'sleep 98654[2]'
