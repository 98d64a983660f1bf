# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Nobody but a parse server that hangs computes for a second.
computes() {
  ps -eo cputimes=,args= | awk -v test="$HERE/test.sh" \
    '$1 && index($0, "--test " test) { found = 1 } END { exit !found }'
}
"$PROGRAM" --test "$HERE/test.sh" input.c &
pid=$!
await computes || exit 1
kill -TERM "$pid"
timeout 10 tail -s 0.05 --pid="$pid" -f /dev/null || kill -KILL "$pid"
wait "$pid"
