# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Interrupted while it reduces the options: the source is complete, the options
# are the best so far, and --resume goes on.
export SLOW=0.3
"$PROGRAM" -v -j 1 --no-report input.c -- "$HERE/cc.sh" -w -g3 -O3 -fbad -fPIC \
  -target old -c 2>said &
pid=$!
until [ -e input.hdd/run-1.flags.answers ] &&
  [ "$(wc -c <input.hdd/run-1.flags.answers)" -gt 150 ]; do
  kill -0 "$pid" || exit 1
  sleep 0.1
done
kill -TERM "$pid"
code=0
wait "$pid" || code=$?
[ "$code" -eq 143 ] || { echo "exit status $code" >&2; exit 1; }
grep -q '^reduced flags .*stopped before the end$' said || exit 1
unset SLOW
"$PROGRAM" -v -j 1 --no-report --json --resume input.c -- "$HERE/cc.sh" -w -g3 \
  -O3 -fbad -fPIC -target old -c
