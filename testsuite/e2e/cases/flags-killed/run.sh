# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Killed while it reduces the options and resumed, it ends as if nothing had
# happened, and asks nothing again that was answered.
set -- -j 1 --no-report input.c
command="-w -g3 -O3 -fbad -fPIC -pipe -DA -target old -c"
# shellcheck disable=SC2086 # words
"$PROGRAM" -v "$@" -o calm.c -- "$HERE/cc.sh" $command 2>calm || exit 1
export CALLS="$PWD/calls" SLOW=0.3
# shellcheck disable=SC2086
"$PROGRAM" -v "$@" -o killed.c -- "$HERE/cc.sh" $command &
pid=$!
until [ -e killed.hdd/run-1.flags.answers ] &&
  [ "$(wc -c <killed.hdd/run-1.flags.answers)" -gt 200 ]; do
  kill -0 "$pid" || exit 1
  sleep 0.1
done
kill -KILL "$pid"
wait "$pid"
unset SLOW
: >calls
# shellcheck disable=SC2086
"$PROGRAM" -v "$@" -o killed.c --json --resume -- "$HERE/cc.sh" $command || exit 1
cmp calm.c killed.c || exit 1
grep '^reduced flags' calm >wanted && tail -n 1 wanted
