# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What the machine ends says nothing about an input: a reduction that is killed is said,
# and the next campaign goes on with it; a full disk ends the campaign.
mkdir heap
{ seq 9 | sed 's/.*/int pad_&;/' && echo 'int bug_a;'; } >heap/-x.c
campaign() { # STATUS OPTION...
  wanted=$1 code=0
  shift
  "$PROGRAM" campaign -j1 "$@" heap -- "$HERE/cc.sh" >out 2>err </dev/null || code=$?
  [ "$code" -eq "$wanted" ] || fail "it ends with $code: $(cat out err)"
}
# The reduction begins when the input has run.
(
  await pgrep -f "clang-hdd reduce.*$PWD/heap[.]campaign" >/dev/null
  pkill -KILL -f "clang-hdd reduce.*$PWD/heap[.]campaign"
) &
SLOW=1 campaign 1
wait
grep -q 'note: heap/-x.c is not reduced: its reduction ended with 137; start again to go on' err ||
  fail "$(cat err)"
grep -q 'not reduced' heap.campaign/index.html || fail 'the page does not say it'
campaign 1
grep -q '"reduction": "done"' heap.campaign/campaign.json || fail "$(cat out err)"
# No file of a result is hidden.
[ -s heap.campaign/reductions/*/_x.c ] || fail "$(find heap.campaign)"

rm -r heap.campaign
mkdir disk
# shellcheck disable=SC2016 # the inner shell expands them
! unshare -rm mount -t tmpfs none disk 2>/dev/null || unshare -rm sh -c '
  mount -t tmpfs -o size=96k none disk
  code=0
  "$PROGRAM" campaign -q -j1 -o disk/it heap -- "$HERE/cc.sh" 2>err || code=$?
  [ "$code" -eq 12 ] && grep -q "No space left\|disk is full" err ||
    { echo "a full disk: $code $(cat err)" >&2 && exit 1; }
  mount -o remount,size=9m disk
  "$PROGRAM" campaign -q -j1 -o disk/it heap -- "$HERE/cc.sh" 2>err || code=$?
  [ "$code" -eq 1 ] && grep -q "\"reduction\": \"done\"" disk/it/campaign.json'
rm -rf heap heap.campaign disk out err
echo 'int bug;' >input.c # the case needs a result
"$PROGRAM" --no-report -q -c 'grep -q bug input.c' input.c
