# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What cannot be done is said in one line, with an exit status.
mkdir heap
echo 'int bug_a;' >heap/a.c
wrong() { # STATUS ERE ARGUMENT...
  wanted=$1 re=$2 code=0
  shift 2
  timeout 60 "$PROGRAM" campaign "$@" >out 2>err </dev/null || code=$?
  [ "$code" -eq "$wanted" ] || fail "$* ends with $code: $(cat err)"
  [ "$(wc -l <err)" -eq 1 ] && grep -qE "^clang-hdd: error: $re" err ||
    fail "$*: $(cat err)"
  [ ! -s out ] || fail "$*: $(cat out)"
}
wrong 64 'campaign: name the folder'
wrong 64 'campaign heap: name one folder' heap heap
wrong 64 'campaign .*--eech' --eech 2 heap
wrong 64 'campaign --: the compiler.s command is missing' heap --
wrong 64 'campaign: name .*, only one' --bundles heap
wrong 64 'campaign: name .*, only one' --bundles --list list
wrong 64 '--output ./heap/: the inputs are there' -o ./heap/ heap
wrong 64 '--reduce: a quote' --reduce "'" heap
wrong 64 '--reduce: .*no-such' --reduce --no-such heap
wrong 64 '--reduce: x.c is no option' --reduce x.c heap
wrong 64 '--reduce: the campaign itself' --reduce '-o x' heap
wrong 2 'no-such: No such file' no-such
wrong 2 'heap/a.c is not a folder' heap/a.c
wrong 2 '.*no-such' --list no-such
wrong 2 '--known: .*no-such' --known no-such heap
wrong 5 'compiler no-such-cc is not found' heap -- no-such-cc
[ ! -e heap.campaign ] || fail 'a folder is made'
echo 'a.c gcc' >list
wrong 17 'list, line 1: write FILE' --list list
rm -rf list.campaign
: >file
wrong 11 'cannot .*file' -o file/x heap -- "$HERE/cc.sh"

# An empty folder, and the folder of a campaign.
mkdir empty
"$PROGRAM" campaign -q empty -- "$HERE/cc.sh" || fail 'an empty folder is wrong'
wrong 64 'empty.campaign is the folder of a campaign' empty.campaign
"$PROGRAM" campaign -q heap -- "$HERE/cc.sh" && fail 'nothing is new'
wrong 15 '.*heap.campaign is of another command' heap -- "$HERE/cc.sh" -O
cp heap.campaign/campaign.json whole
for member in key state first crash compiler reduction tokens command inputs; do
  sed "s/\"$member\":/\"x$member\":/" whole >heap.campaign/campaign.json
  wrong 17 '.*campaign.json is damaged' heap -- "$HERE/cc.sh"
done
cp whole heap.campaign/campaign.json
"$PROGRAM" campaign -q ./heap/ -- "$HERE/cc.sh" && fail 'nothing is new'
echo '{"format": 1, "inputs": [{}], "command": []}' >heap.campaign/campaign.json
wrong 17 '.*campaign.json is damaged \(key\); remove' heap -- "$HERE/cc.sh"
rm heap.campaign/campaign.json
if command -v flock >/dev/null; then
  flock heap.campaign/.lock sleep 600 &
  holder=$!
  await sh -c '! flock -n heap.campaign/.lock true'
  wrong 15 '.*heap.campaign is in use' heap -- "$HERE/cc.sh"
  pkill -P "$holder" sleep
fi
# A journal that cannot be continued is begun anew; a reduction that fails is
# said, and another input takes its turn.
for journal in heap.campaign/reductions/*/*.hdd; do echo '{' >"$journal/run-1.json"; done
"$PROGRAM" campaign -q heap -- "$HERE/cc.sh" && fail 'nothing is new'
grep -q '"reduction": "done"' heap.campaign/campaign.json || fail 'it is not reduced'
rm -rf heap.campaign
echo 'int bug_a; int more;' >heap/b.c
: >heap/.hidden
cat >flaky.sh <<'END'
#!/bin/sh
case $* in
  *-E* | *-fsyntax-only*) ;;
  *a.c*) [ ! -e "$MET" ] && : >"$MET" || exit 0 ;;
esac
exec "$HERE/cc.sh" "$@"
END
chmod +x flaky.sh
MET=$PWD/met "$PROGRAM" campaign --no-sandbox -j1 heap -- "$PWD/flaky.sh" >out 2>err && fail 'nothing is new'
grep -q '"problem": ".*crash' heap.campaign/campaign.json || fail "$(cat heap.campaign/campaign.json)"
grep -q ' 2  new ' out || fail "$(cat out)"
"$PROGRAM" campaign --help >out
grep -q '^  64   wrong command line' out || fail "$(cat out)"
rm -rf whole heap heap.campaign empty empty.campaign list file met flaky.sh out err
