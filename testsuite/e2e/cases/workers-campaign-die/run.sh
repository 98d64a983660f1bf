# shellcheck shell=sh disable=SC2154
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Reductions at workers of which one is stopped and one dies, then the server too: the
# bugs and bytes are the same, and what is lost is said.
. "$ROOT/testsuite/e2e/workers.sh"
make_heap 4
make_heap_compiler here 0.2
campaign alone -j 1
start_server
start_worker -j 1 --compiler "$PWD/here/cc.sh"
stopped=$worker
start_worker -j 1 --compiler "$PWD/here/cc.sh"
campaign among --server "127.0.0.1:$port" -j 1 &
whole=$!
await has 2 || fail 'the workers have nothing'
pkill -STOP -P "$stopped" # its process
pkill -KILL -P "$worker"
wait "$whole" || fail "it ends: $(cat among.err)"
cmp alone among || fail "another result: $(diff alone among)"
grep -q 'note: .*: worker .* does not answer; it is reduced once more' among.err ||
  fail "nothing is said: $(cat among.err)"
pkill -CONT -P "$stopped"
await has 0 || fail 'a worker goes on for nobody'

# The server ends in the middle and comes back.
campaign again --server "127.0.0.1:$port" -j 1 &
whole=$!
await has 2 || fail "no worker has anything: $(cat again.err worker.log)"
kill_server
start_server
wait "$whole" || fail "it ends: $(cat again.err)"
cmp alone again || fail "another result: $(diff alone again)"

await is_known "$stopped" && await is_known "$worker" || fail 'a worker does not come back'

# A campaign that ends takes its reductions with it.
"$PROGRAM" campaign -q -o ended --server "127.0.0.1:$port" -j 1 heap -- "$PWD/here/cc.sh" &
whole=$!
await has 2 || fail 'no worker has anything'
kill "$whole"
wait "$whole" || code=$?
[ "$code" -eq 143 ] || fail "it ends with $code"
await has 0 || fail 'a worker goes on for nobody'
end_workers
rm -r heap here ended ./*.campaign ./*.err alone among again worker.log
