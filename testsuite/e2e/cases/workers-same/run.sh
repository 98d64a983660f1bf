# shellcheck shell=sh disable=SC2154
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The result is the same with no worker, one and eight, with a worker of another
# compiler, and without a server; each is said. What workers print is kept.
. "$ROOT/testsuite/e2e/workers.sh"
make_text
make_compiler here
make_compiler other 0.06
start_server
remote="--server 127.0.0.1:$port -j 8"
reduce alone -j 1

# shellcheck disable=SC2086 # options
reduce none $remote
grep -q 'note: no worker has this compiler; tests run here' none.err || fail 'none is not said'

start_worker -j 2 --compiler "$PWD/other/cc.sh"
# shellcheck disable=SC2086
reduce foreign $remote
grep -q 'no worker has this compiler (there are workers with another' foreign.err ||
  fail 'the other is not said'

start_worker -j 1 --compiler "$PWD/here/cc.sh"
# shellcheck disable=SC2086
reduce one $remote
start_worker -j 7 --compiler "$PWD/here/cc.sh"
# shellcheck disable=SC2086
reduce eight $remote --save-temps
grep -q 'in make_bug, at bug.cc:42' input.hdd/temps/*-interesting/output ||
  fail 'outputs are not kept'
grep -Eq '^workers +[1-9][0-9]* jobs to [1-9]' eight.err || fail 'the workers had nothing to do'
grep -Eq 'note: ([2-9] workers have|1 worker has) this compiler' eight.err || fail 'the workers are not said'
end_workers
kill "$server"
wait "$server" || :
# shellcheck disable=SC2086
reduce gone $remote
port=
grep -q 'note: the server of the workers does not answer' gone.err || fail 'its end is not said'
for name in none foreign one eight gone; do
  cmp alone "$name" || fail "$name is another result"
done
rm -r here other ./*.err none foreign one eight gone worker.log input.hdd
mv alone input.reduced.c
