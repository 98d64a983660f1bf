# shellcheck shell=sh disable=SC2154
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A campaign comes to the same bugs and bytes with no worker, one and two, with one of
# another compiler, and without a server; each is said. Reports come back, and no
# repository.
. "$ROOT/testsuite/e2e/workers.sh"
make_heap 4
make_heap_compiler here
make_heap_compiler other 0.06
start_server
remote="--server 127.0.0.1:$port -j 1"
campaign alone -j 1

# shellcheck disable=SC2086 # options
campaign none $remote
grep -q 'note: no worker has this compiler and this clang-hdd; reductions run here' none.err ||
  fail "none is not said: $(cat none.err)"
start_worker -j 1 --compiler "$PWD/other/cc.sh"
# shellcheck disable=SC2086
campaign foreign $remote
grep -q 'no worker has this compiler .*(there are workers with another)' foreign.err ||
  fail "the other is not said: $(cat foreign.err)"
start_worker -j 1 --compiler "$PWD/here/cc.sh"
# shellcheck disable=SC2086
campaign one $remote
start_worker -j 1 --compiler "$PWD/here/cc.sh"
# shellcheck disable=SC2086
campaign two $remote
for name in one two; do
  grep -q 'note: [12] processes of workers take reductions' $name.err ||
    fail "the workers are not said: $(cat $name.err)"
  # Those of workers have no repository, but all else.
  at=$(find $name.campaign/reductions -mindepth 1 -maxdepth 1 | while read -r folder; do
    find "$folder" -name journal.git | grep -q . || echo "$folder"
  done)
  [ -n "$at" ] || fail 'the workers had nothing to do'
  for folder in $at; do
    for report in "$folder"/*.report; do
      [ -s "$report/report.html" ] || fail "no report: $(find "$folder")"
      [ -x "$report/reproduce.sh" ] || fail "no script: $(find "$folder")"
    done
    grep -q '^written  *[0-9].c; report: [0-9].report/' "$folder/log" || fail "$(cat "$folder/log")"
  done
done

# What needs more of this machine stays here, which is said.
mkdir -p more
echo '#include "b.h"' >more/a.c
echo 'int bug_9;' >>more/a.c
echo 'int other;' >more/b.h
"$PROGRAM" campaign -q --server "127.0.0.1:$port" -j 1 more -- "$PWD/here/cc.sh" && fail 'no bug'
"$PROGRAM" campaign --server "127.0.0.1:$port" -j 1 -o said more -- "$PWD/here/cc.sh" 2>more.err \
  >/dev/null && fail 'no bug'
grep -q 'note: --server: .*/a.c is reduced here, since the file includes others' more.err ||
  fail "$(cat more.err)"
end_workers
kill "$server"
wait "$server" || :
# shellcheck disable=SC2086
campaign gone $remote
port=
grep -q 'note: the server of the workers does not answer' gone.err || fail 'its end is not said'
for name in none foreign one two gone; do
  cmp alone "$name" || fail "$name is another result: $(diff alone "$name")"
done
rm -r heap more here other said ./*.campaign ./*.err alone none foreign one two gone worker.log
