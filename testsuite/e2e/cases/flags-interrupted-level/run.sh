# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Interrupted while it tries what a level implies (-fpass is nothing but that):
# the level stays, and it is said that this was not the end.
export SLOW=0.3 CALLS="$PWD/calls"
: >calls
"$PROGRAM" -v -j 1 --no-report input.c -- "$HERE/cc.sh" -w -O3 -fbad -target old \
  -c 2>said &
pid=$!
until grep -q -e -fpass calls; do
  kill -0 "$pid" || exit 1
  sleep 0.1
done
kill -TERM "$pid"
code=0
wait "$pid" || code=$?
[ "$code" -eq 143 ] || { echo "exit status $code" >&2; exit 1; }
grep -q '^reduced flags -O2 -fbad -target old .*stopped before the end$' said ||
  { cat said >&2; exit 1; }
unset SLOW
"$PROGRAM" -v -j 1 --no-report --json --resume input.c -- "$HERE/cc.sh" -w -O3 \
  -fbad -target old -c
