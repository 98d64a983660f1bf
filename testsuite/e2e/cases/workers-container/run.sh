# shellcheck shell=sh disable=SC2034,SC2154
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A worker that is the first process of a container serves like any other.
. "$ROOT/testsuite/e2e/workers.sh"
unshare -rpf --mount-proc true 2>/dev/null || exit 77
make_text
make_compiler here 0.1
start_server
reduce alone -j 1
unshare -rpf --mount-proc --kill-child=TERM "$PROGRAM" worker \
  --server "127.0.0.1:$port" -j 2 --compiler "$PWD/here/cc.sh" 2>>worker.log &
await grep -q -- '-1 serves ' worker.log
await is_known 1
workers=$(pgrep -P $!) # unshare itself takes no signal
reduce among --server "127.0.0.1:$port" -j 4
cmp alone among || fail 'another result'
grep -Eq '^workers +[1-9][0-9]* jobs to [1-9]' among.err || fail 'the worker had nothing to do'
! grep 'is started again' worker.log || fail 'its processes end'
end_workers
rm -r here ./*.err among worker.log input.hdd
mv alone input.reduced.c
