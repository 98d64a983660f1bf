# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What the reductions end as shows that buckets are one bug, or several.
mkdir heap
campaign() { # ARGUMENT...
  code=0
  "$PROGRAM" campaign -j1 "$@" >out 2>err </dev/null || code=$?
  [ "$code" -le 1 ] || fail "$* ends with $code: $(cat out err)"
}
bugs() { sed 1d out | awk '{ print $2, $3, $NF }'; }

# The same place in two passes is one bug.
echo 'int bug_a, early;' >heap/1.c
echo 'int bug_a, late;' >heap/2.c
echo 'int bug_a, late, more;' >heap/3.c
campaign heap -- "$HERE/cc.sh"
[ "$(bugs)" = '3 new early' ] || [ "$(bugs)" = '3 new late' ] || fail "$(cat out)"
grep -q 'note: .*make_a.* and .*make_a.* end in the same place' err || fail "$(cat err)"
grep -q '<dt>Because</dt>.*end in the same place' heap.campaign/index.html || fail 'no reason'
# It is known if one of them is.
grep early heap.campaign/signatures.txt >known
campaign --known known -o known.campaign heap -- "$HERE/cc.sh"
[ "$code" -eq 0 ] || fail "known, but $code"
grep -q ' 3  known ' out || fail "$(cat out)"
rm -rf heap/* ./*.campaign

# The same text for two signatures, by different commands.
cat >both.sh <<'END'
#!/bin/sh
for arg; do [ "$arg" != --version ] || { echo 'fake-cc 1.0' && exit 0; }; done
case $* in *-fsyntax-only* | *-E*) exit 0 ;; *-O1*) w=one ;; *) w=two ;; esac
for arg; do
  case $arg in *.c)
    grep -qw bug "$arg" || exit 0
    echo "$arg:1:1: internal compiler error: in make_$w, at x.cc:1"
    exit 4 ;;
  esac
done
END
chmod +x both.sh
echo 'int a, bug, b;' >heap/1.c
echo 'int bug; int b;' >heap/2.c
printf '%s\n' "heap/1.c -- ./both.sh -O1" "heap/2.c -- ./both.sh -O2" >list.txt
campaign --list list.txt
[ "$(wc -l <out)" -eq 2 ] || fail "$(cat out)"
grep -q 'note: .* end as the same text' err || fail "$(cat err)"
[ -s list.campaign/index.html ] || fail 'it is not beside the list'

# Each target of clang has its own bugs.
for target in a b; do echo "heap/1.c -- ./both.sh -target $target"; done >list.txt
campaign --list list.txt -o targets.campaign
[ "$(wc -l <out)" -eq 3 ] || fail "$(cat out)"
rm -rf targets.campaign

# What is reduced by its function alone moves to the line where it ends.
echo 'int bug_a; int far;' >heap/1.c
echo 'int bug_a; int far, more, and_more;' >heap/2.c
echo 'int bug_b; int far;' >heap/3.c
campaign --reduce '--match function' heap -- "$HERE/cc.sh"
[ "$(bugs)" = '2 new a.cc:10
1 new b.cc:10' ] || fail "$(cat out)"
grep -q 'note: .*a.cc:10: heap/1.c shows .*a.cc:20' err || fail "$(cat err)"
grep -q '<dt>Because</dt><dd>heap/1.c shows' heap.campaign/index.html || fail 'no reason'
rm -rf heap known both.sh list.txt ./*.campaign out err
