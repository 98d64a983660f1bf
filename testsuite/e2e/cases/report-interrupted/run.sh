# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Interrupted while it makes its report, it says so, and --resume makes it.
export ASKED="$PWD/asked"
"$PROGRAM" -v input.c -- "$HERE/cc.sh" -c 2>said &
pid=$!
until [ -e "$ASKED" ]; do
  kill -0 "$pid" || exit 1
  sleep 0.1
done
kill -TERM "$pid"
code=0
wait "$pid" || code=$?
[ "$code" -eq 143 ] || { echo "exit status $code" >&2; exit 1; }
grep -q 'the result is complete, and there is no report; --resume' said ||
  { cat said >&2; exit 1; }
grep -q '^1-minimal *yes' said || exit 1
[ ! -e input.report/report.json ] || exit 1
unset ASKED
"$PROGRAM" --json --resume input.c -- "$HERE/cc.sh" -c || exit 1
input.report/reproduce.sh >&2
