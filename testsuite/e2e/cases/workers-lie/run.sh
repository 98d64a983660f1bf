# shellcheck shell=sh disable=SC2154
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A worker whose compiler seems to be the same but finds no crash is named and not
# asked any more; the result is that of an honest one.
. "$ROOT/testsuite/e2e/workers.sh"
make_text
make_compiler here
make_compiler liar
touch liar/lies
start_server
reduce alone -j 1
start_worker -j 2 --compiler "$PWD/liar/cc.sh"
start_worker -j 2 --compiler "$PWD/here/cc.sh"
reduce both --server "127.0.0.1:$port" -j 8
cmp alone both || fail 'another result'
grep -q 'note: worker .* and the command itself give different answers' both.err ||
  fail "the liar is not named: $(cat both.err worker.log)"
end_workers
rm -r here liar ./*.err both worker.log input.hdd
mv alone input.reduced.c
