# shellcheck shell=sh disable=SC2154
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Workers whose compiler seems to be the same but finds no crash, or always one: what they
# say is made once more here, and they are named.
. "$ROOT/testsuite/e2e/workers.sh"
make_heap 3
make_heap_compiler here
make_heap_compiler liar
touch liar/lies
start_server
campaign alone -j 1
start_worker -j 1 --compiler "$PWD/liar/cc.sh"
campaign blind --server "127.0.0.1:$port" -j 1
grep -Eq 'note: .*: worker .* ended it with 7; it is reduced once more here' blind.err ||
  fail "the liar is not named: $(cat blind.err)"
end_workers
rm liar/lies
touch liar/crashes
start_worker -j 1 --compiler "$PWD/liar/cc.sh"
campaign eager --server "127.0.0.1:$port" -j 1
grep -Eq 'note: .*: what worker .* made of it (does not crash|shows another crash); it is reduced here' \
  eager.err || fail "the liar is not named: $(cat eager.err)"
for name in blind eager; do
  cmp alone "$name" || fail "$name is another result: $(diff alone "$name")"
done
end_workers
rm -r heap here liar ./*.campaign ./*.err alone blind eager worker.log
