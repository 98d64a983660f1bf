# shellcheck shell=sh disable=SC2154
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Inputs run at workers: the bugs and bytes are those without, with workers that die, are
# stopped, see no crash or always the same one. What includes others runs here.
. "$ROOT/testsuite/e2e/workers.sh"
make_heap 3
for n in $(seq 10 40); do
  echo "int other_$n, bug_$((n % 4));" >"heap/$n.c"
done
for n in 41 42; do echo "int fine_$n;" >"heap/$n.c"; done
echo '#include "1.c"' >heap/43.c
make_heap_compiler here 0.1
make_heap_compiler liar 0.1
campaign alone -j 1
start_server
remote="--server 127.0.0.1:$port -j 1 --reduce --no-report"
same() { # NAME
  cmp alone "$1" || fail "$1 is another result: $(diff alone "$1")"
}

start_worker -j 4 --compiler "$PWD/here/cc.sh"
# shellcheck disable=SC2086 # options
campaign four $remote
same four
grep -q 'note: 4 processes of workers run inputs' four.err || fail "$(cat four.err)"

# One of them is stopped, and one killed.
# shellcheck disable=SC2086
campaign die $remote &
whole=$!
await grep -q 'processes of workers run inputs' die.err
sleep 0.5
first=$(pgrep -P "$worker" | head -n 1)
pkill -STOP -P "$worker" -o
pkill -KILL -P "$worker" -n
wait "$whole" || fail "it ends: $(cat die.err)"
kill -CONT "$first"
same die
end_workers

for lie in lies crashes; do
  rm -f liar/lies liar/crashes
  start_worker -j 2 --compiler "$PWD/liar/cc.sh"
  touch "liar/$lie"
  # shellcheck disable=SC2086
  campaign "$lie" $remote
  same "$lie"
  grep -Eq 'note: worker .* and the command itself do not agree on an input' "$lie.err" ||
    fail "the liar is not named: $(cat "$lie.err")"
  end_workers
done
rm -r heap here liar ./*.campaign ./*.err alone four die lies crashes worker.log
