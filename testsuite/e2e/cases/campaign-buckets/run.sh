# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A heap of inputs becomes a list of bugs; known ones are only counted, and the
# same command takes new files.
mkdir heap
pad() { # N: declarations that no crash needs
  seq "$1" | sed 's/.*/int pad_&;/'
}
for n in 9 3 6; do { pad $n && echo 'int bug_a;'; } >"heap/a$n.c"; done
for n in 4 5; do { pad $n && echo 'int bug_b;'; } >"heap/b$n.c"; done
echo 'int fine;' >heap/fine.c
echo 'int wrong;' >heap/wrong.c
campaign() { # STATUS ARGUMENT...
  wanted=$1 code=0
  shift
  COUNT=$PWD/count "$PROGRAM" campaign --no-sandbox "$@" >out 2>err </dev/null || code=$?
  [ "$code" -eq "$wanted" ] || fail "$* ends with $code: $(cat out err)"
}
runs() { wc -l <count; }
campaign 1 -j2 heap -- "$HERE/cc.sh"
[ "$(sed 1d out | awk '{ print $2, $3, $NF }')" = '3 new a.cc:10
2 new b.cc:10' ] || fail "$(cat out)"
grep -q 'note: 2 bugs (2 new) in 7 inputs, of which 2 do not crash; see .*/heap.campaign/index.html$' \
  err || fail "$(cat err)"
cd heap.campaign || exit 1
[ "$(grep -c '"reduction": "done"' campaign.json)" -eq 2 ] || fail "$(cat campaign.json)"
# The cheapest of each bucket is reduced, and all names are canonical.
for stem in a3 b4; do
  text=$(cat reductions/*/$stem.c)
  [ "${#text}" -lt 12 ] || fail "$stem: $text"
done
# Each bug leads to its report.
sed -n 's/.*<th scope="row"[^>]*><a href="\([^"]*\)".*/\1/p' index.html >links
[ "$(wc -l <links)" -eq 2 ] || fail 'not two links'
while read -r link; do [ -s "$link" ] || fail "no $link"; done <links
[ "$(grep -c '<svg class="spark"' index.html)" -eq 2 ] || fail 'not two sparklines'
grep -q 'tests="2" failures="2" errors="0" skipped="0"' junit.xml || fail "$(cat junit.xml)"
! command -v xmllint >/dev/null || xmllint --noout junit.xml || fail 'no XML'
[ "$(grep -vc '^#' signatures.txt)" -eq 2 ] || fail "$(cat signatures.txt)"
cp signatures.txt ../known
cd "$OLDPWD" || exit 1

# Nothing is done twice, and what is new is taken.
before=$(runs)
campaign 1 heap -- "$HERE/cc.sh"
[ "$(runs)" -eq "$before" ] || fail 'something runs again'
echo 'int bug_b;' >heap/b1.c
campaign 1 heap/ -- "$HERE/cc.sh"
[ "$(runs)" -gt "$before" ] || fail "$(cat out)"
# However the heap is spelled, it has the same inputs; its results are none.
before=$(runs)
for heap in ./heap "$PWD/heap"; do
  campaign 1 -o heap.campaign "$heap" -- "$HERE/cc.sh"
  [ "$(runs)" -eq "$before" ] || fail "$heap is another"
done
cp -r heap inside
campaign 1 -o inside/out inside -- "$HERE/cc.sh"
before=$(runs)
campaign 1 -o inside/out inside -- "$HERE/cc.sh"
[ "$(runs)" -eq "$before" ] || fail 'its results are inputs'
mkdir -p elsewhere/inside
echo 'int bug_d;' >elsewhere/inside/a3.c
campaign 1 -o inside/out elsewhere/inside -- "$HERE/cc.sh"
grep -q 'd.cc:10' out && grep -q 'a.cc:10' out || fail "another heap of that name: $(cat out)"
campaign 1 -o heap.campaign heap -- "$HERE/cc.sh"
grep -q ' 3  new .*b.cc:10' out || fail "$(cat out)"

# What is known is only counted.
rm -rf heap.campaign count
campaign 0 --known known -o known.campaign heap -- "$HERE/cc.sh"
! ls known.campaign/reductions 2>/dev/null || fail 'a known bug is reduced'
grep -q 'skipped="2"' known.campaign/junit.xml || fail 'JUnit does not skip'
grep -q '2 bugs (0 new) in 8 inputs' err || fail "$(cat err)"
echo 'int bug_c;' >heap/c.c
campaign 1 -q --known known -o known.campaign heap -- "$HERE/cc.sh"
[ -z "$(cat out err)" ] || fail "--quiet prints $(cat out err)"
[ "$(find known.campaign/reductions -mindepth 1 -maxdepth 1 | wc -l)" -eq 1 ] || fail 'not one is reduced'

# Two of each, without reports.
campaign 1 --each 2 --reduce '--no-report --keep-flags' -o each heap -- "$HERE/cc.sh" -DX {}
[ "$(find each/reductions -mindepth 1 -maxdepth 1 | wc -l)" -eq 5 ] || fail 'not two of each'
! find each -name '*.report' | grep . || fail 'there is a report'

# One command for many files is asked once what it is.
mkdir fine
for n in 1 2 3 4 5 6; do echo "int a$n;" >"fine/$n.c"; done
ASKED=$PWD/asked campaign 0 -j1 fine -- "$HERE/cc.sh"
[ "$(wc -l <asked)" -eq 1 ] || fail "the compiler is asked $(wc -l <asked) times"
rm -rf fine fine.campaign asked
rm -rf heap known known.campaign each count out err
