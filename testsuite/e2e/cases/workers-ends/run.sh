# shellcheck shell=sh disable=SC2154
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A worker goes on when what runs its tests is killed again and again, and leaves no text
# behind when it is killed itself.
. "$ROOT/testsuite/e2e/workers.sh"
make_text
sed -i "s/keep1/keep1_left$$_/" input.c
make_compiler here 0.1
left() {
  grep -rqs "left$$_" /dev/shm "${XDG_RUNTIME_DIR:-/dev/null}" "$TMPDIR"
}
nothing_left() {
  ! left
}
start_server
remote="--server 127.0.0.1:$port -j 8 --max-tests 12"
reduce alone -j 1 --max-tests 12
start_worker -j 2 --compiler "$PWD/here/cc.sh"
for n in 1 2 3; do
  # shellcheck disable=SC2086 # options
  reduce "among$n" $remote
  cmp alone "among$n" || fail 'another result'
  for process in $(pgrep -P "$worker"); do pkill -KILL -P "$process" || :; done
done
grep -Eq '^workers +[1-9][0-9]* jobs to [1-9]' among3.err || fail "nothing is done: $(cat among3.err)"
! grep -q 'refuses' among?.err || fail "it refuses: $(cat among?.err)"

left || fail 'it keeps no texts'
start_worker -j 1 --compiler "$PWD/here/cc.sh"
kill "$worker"
await gone "serve 127.0.0.1:$port 1 " || fail 'it does not end'
worker=${workers# }
worker=${worker%% *}
kill -KILL "$worker"
await nothing_left || fail 'a killed worker leaves its texts'
end_workers

# What it prints travels, such as 100 KB of errors, but not more than 1 MB.
for size in 100000 1200000; do
  sed -i "s/^.*sleep .*/printf '%${size}s\\\\n' ' '; sleep 0.1/" here/cc.sh
  start_worker -j 1 --compiler "$PWD/here/cc.sh"
  # shellcheck disable=SC2086 # options
  reduce "prints$size" $remote
  cmp alone "prints$size" || fail 'another result'
  end_workers
done
! grep -q refuses prints100000.err || fail "it refuses: $(cat prints100000.err)"
grep -q 'refuses tests: it printed too much' prints1200000.err ||
  fail "it does not refuse: $(cat prints1200000.err)"
rm -rf here ./*.err among? prints* worker.log input.hdd
mv alone input.reduced.c
