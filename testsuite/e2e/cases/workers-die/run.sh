# shellcheck shell=sh disable=SC2154
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Workers are killed and stopped all the time, and the server is started again: the
# result is the same, and lost tests are said.
. "$ROOT/testsuite/e2e/workers.sh"
make_text
make_compiler here 0.1
start_server
reduce alone -j 1
start_worker -j 2 --compiler "$PWD/here/cc.sh"
stopped=$worker
start_worker -j 2 --compiler "$PWD/here/cc.sh"
(
  sleep 1
  pkill -STOP -P "$stopped" # its processes
  sleep 1
  pkill -KILL -P "$worker"
  sleep 1
  kill -KILL "$server"
) &
chaos=$!
reduce among --server "127.0.0.1:$port" -j 8
wait "$chaos" || :
cmp alone among || fail 'another result'
grep -Eq 'note: (worker .* does not answer|the server of the workers does not|the workers do not)' \
  among.err || fail "nothing is said: $(cat among.err)"
pkill -CONT -P "$stopped"
start_server
start_worker -j 2 --compiler "$PWD/here/cc.sh"
reduce again --server "127.0.0.1:$port" -j 8
cmp alone again || fail 'another result'
grep -Eq '^workers +[1-9][0-9]* jobs to [1-9]' again.err || fail 'the workers had nothing to do'
end_workers
rm -r here ./*.err among again worker.log input.hdd
mv alone input.reduced.c
