# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Interrupted while it waits for the bisection, it leaves the result so far, unchecked.
# No process is left, and --resume does the rest.
# shellcheck source=testsuite/e2e/moving-toy.sh
. "$ROOT/testsuite/e2e/moving-toy.sh"
toy_history all
: >gate.closed
"$PROGRAM" --json --bisect --repo toy --good c1 --bad c10 --no-report --valid accepted \
  --build 'sh build.sh' bug.c -- '{build}/toycc' -O2 >out.json 2>err.txt &
pid=$!
await grep -q 'waiting for the bisection' err.txt ||
  toy_fail "it does not wait: $(cat err.txt)"
kill -TERM "$pid"
code=0
wait "$pid" || code=$?
[ "$code" = 143 ] || toy_fail "status $code: $(cat err.txt)"
printf 'first;\n' | cmp - bug.reduced.c
[ "$(grep -c 'nothing has checked that' err.txt)" = 1 ] || toy_fail "$(cat err.txt)"
tail -n 1 out.json | grep -q '"complete":false' || toy_fail "it is complete"
await gone "$PWD" || toy_fail "it runs on: $(pgrep -af "$PWD")"

rm gate.closed
toy_reduce --no-report --resume
[ "$status" = 0 ] || toy_fail "status $status: $(cat err.txt)"
toy_says '"checked":true'
[ "$(toy_bisect bug.reduced.c)" = c3 ] || toy_fail "it has moved"
