# shellcheck shell=sh disable=SC2154
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A worker that finds the crash in every text: its answers are followed until the
# command itself refutes them, and then the way of an honest one is gone on.
. "$ROOT/testsuite/e2e/workers.sh"
make_text
make_compiler here
make_compiler liar
touch liar/crashes
start_server
reduce alone -j 1
start_worker -j 6 --compiler "$PWD/liar/cc.sh"
reduce both --server "127.0.0.1:$port" -j 8
cmp alone both || fail 'another result'
said() { sed -n 's/^tests *\([0-9]*\) in.*/\1/p' "$1.err"; }
[ "$(said alone)" -eq "$(said both)" ] || fail 'other tests'
[ "$(grep -c 'note: worker .* and the command itself give different answers' both.err)" -gt 1 ] ||
  fail 'no answer was refuted'
end_workers
rm -r here liar ./*.err both worker.log input.hdd
mv alone input.reduced.c
