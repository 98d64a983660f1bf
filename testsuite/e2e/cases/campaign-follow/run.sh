# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# --follow takes files as they come, until it is ended; at a terminal there is a
# table.
mkdir heap
echo 'int bug_a; int more;' >heap/1.c
"$PROGRAM" campaign --follow heap -- "$HERE/cc.sh" >out 2>err </dev/null &
pid=$!
reduced() { # COUNT
  [ -e heap.campaign/campaign.json ] &&
    [ "$(grep -c '"reduction": "done"' heap.campaign/campaign.json)" -eq "$1" ]
}
await reduced 1 || fail "$(cat err)"
mv heap away
await grep -q 'heap.*waiting for it' err || fail "$(cat err)"
mv away heap
echo 'int bug_b; int more;' >heap/2.c
await reduced 2 || fail "$(cat err)"
kill -TERM "$pid"
code=0
wait "$pid" || code=$?
[ "$code" -eq 143 ] || fail "it ends with $code"
await gone "clang-hdd reduce.*heap[.]campaign"
code=0
"$PROGRAM" campaign heap -- "$HERE/cc.sh" >out 2>err </dev/null || code=$?
[ "$code $(wc -l <out)" = '1 3' ] || fail "$code $(cat out err)"

# Stopped in the middle it goes on.
for i in 3 4 5 6; do echo "int bug_$(echo $i | tr 3456 cdef), more, $(seq -s, -f 'p%g' 30);" >heap/$i.c; done
SLOW=0.3 env --default-signal=INT "$PROGRAM" campaign -j2 heap -- "$HERE/cc.sh" >out 2>err </dev/null &
pid=$!
await pgrep -f 'clang-hdd reduce.*heap[.]campaign' >/dev/null
kill -INT "$pid"
code=0
wait "$pid" || code=$?
[ "$code" -eq 130 ] || fail "it ends with $code"
await gone "clang-hdd reduce.*heap[.]campaign"
"$PROGRAM" campaign -q heap -- "$HERE/cc.sh" && fail 'nothing is new'
reduced 6 || fail 'not all are reduced'
if command -v script >/dev/null; then
  rm -rf heap.campaign
  TERM=xterm SLOW=0.01 script -qec "'$PROGRAM' campaign heap -- '$HERE/cc.sh'" screen >/dev/null </dev/null || :
  grep -qa '6 of 6 inputs run  6 buckets' screen || fail 'no line'
  grep -qaE ' 1  reducing, [0-9]+ bytes +internal' screen || fail 'no table'
fi
rm -rf heap heap.campaign
mkdir heap
"$PROGRAM" campaign heap -- "$HERE/cc.sh" >out 2>err </dev/null || fail "$(cat err)"
grep -q 'heap has no input' err || fail "$(cat err)"
rm -rf heap heap.campaign out err screen
