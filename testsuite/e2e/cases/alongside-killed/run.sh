# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# kill -9 in the second search, and again while that is caught up with: resumed, the
# result is that of an undisturbed run, and no build is made twice. It does not
# matter if the bisection is over before the step that moves or after it.
# shellcheck source=testsuite/e2e/moving-toy.sh
. "$ROOT/testsuite/e2e/moving-toy.sh"
toy_history all
toy_reduce --no-report -j 1
cp bug.reduced.c whole.c
built=$(wc -l <builds)

# Kills a run when the search of that number has taken two steps.
kill_in() { # SEARCH OPTION...
  search=$1
  shift
  : >out.json
  "$PROGRAM" --json --valid accepted --bisect --repo toy --good c1 --bad c10 \
    --no-report -j 1 --build 'sh build.sh' "$@" bug.c -- '{build}/toycc' -O2 \
    >out.json 2>err.txt &
  pid=$!
  await awk -v search="$search" '
    /"event":"start"/ { searches++ }
    /"event":"accept"/ && searches >= search { steps++ }
    END { exit steps < 2 }' out.json || toy_fail "$(tail -n 3 out.json err.txt)"
  kill -9 "$pid"
  wait "$pid" 2>/dev/null || :
}
kill_twice() {
  rm -rf bug.hdd bug.reduced.c
  export TOY_SLOW=0.05
  kill_in 2
  grep -q rollback bug.hdd/run-1.json || toy_fail "it has not turned back"
  kill_in 1 --resume # while it catches up
  unset TOY_SLOW
  toy_reduce --no-report -j 1 --resume
  [ "$status" = 0 ] || toy_fail "status $status: $(cat err.txt)"
  cmp whole.c bug.reduced.c
  toy_says '"checked":true'
  toy_says '"moved":"step'
  [ "$(wc -l <builds)" = "$built" ] || toy_fail "it was built again"
  [ "$(git --git-dir=bug.hdd/journal.git branch | wc -l)" = 1 ] ||
    toy_fail "the journal has other branches"
}
export TOY_UNTIL="$PWD/bug.hdd/bisect/bisection.json"
kill_twice
unset TOY_UNTIL
kill_twice

# What is complete is not done again.
toy_reduce --no-report -j 1 --resume
[ "$status" = 0 ] || toy_fail "status $status: $(cat err.txt)"
grep -q 'was complete already' err.txt
grep -q '"end":"found"' bug.hdd/bisect/bisection.json ||
  toy_fail "what was found is lost"
