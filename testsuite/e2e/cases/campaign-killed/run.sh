# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A campaign that is killed again and again comes to the same end, and leaves
# nothing running behind.
mkdir heap
for name in a b; do
  for n in 5 9; do
    { seq $n | sed 's/.*/int pad_&; int f_&(int x) { return x; }/'
      echo "int bug_$name;"; } >"heap/$name$n.c"
  done
done
echo 'int bug_a, early;' >heap/d.c
export SLOW=0.02
what() { # FOLDER: what must be the same
  grep -v '^#' "$1/signatures.txt"
  (cd "$1" && find reductions -name '*.c' ! -path '*.report/*' | LC_ALL=C sort | xargs head -c 999)
  grep -E '"(key|state|signature|text|reduction)"' "$1/campaign.json"
}
"$PROGRAM" campaign -q -j2 -o whole heap -- "$HERE/cc.sh" && fail 'nothing is new'
kills=0 code=137
while [ "$code" -eq 137 ]; do
  [ "$kills" -lt 200 ] || fail 'it comes to no end'
  "$PROGRAM" campaign -q -j2 -o killed heap -- "$HERE/cc.sh" &
  pid=$!
  # Each attempt has a little more time than the one before.
  sleep "$(awk "BEGIN { print 0.1 + $kills * 0.1 }")"
  kill -KILL "$pid" 2>/dev/null || :
  code=0
  wait "$pid" || code=$?
  kills=$((kills + 1))
done
[ "$code" -eq 1 ] || fail "it ends with $code"
[ "$kills" -gt 5 ] || fail "killed only $kills times"
what whole >one
what killed >two
diff one two >&2 || fail "killed $kills times it comes to another end"
! find killed -name "*.tmp" | grep . >&2 || fail 'something half-written is left'
await gone "clang-hdd reduce.*[k]illed"
rm -rf heap whole killed one two
