# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The compiler that crashes in a script names a place: the slice begins there.
# A place that is wrong does no harm, nor does a compiler that crashes in the script
# only; then the script alone decides, and the front end does not judge.
mkdir bin
cat >bin/gcc <<'EOS'
#!/bin/sh
for arg; do case $arg in *.c) file=$arg ;; esac; done
line=$(grep -nw "${CULPRIT:-bug}" "$file" | head -n 1 | cut -d: -f1)
[ -n "$line" ] || exit 0
echo "$file: In function '${CULPRIT:-bug}':"
echo "$file:$line:5: internal compiler error: in make_bug, at bug.cc:42"
exit 4
EOS
printf '#!/bin/sh\nexit 0\n' >bin/clang
chmod +x bin/*
{
  for i in 1 2 3 4 5 6 7 8 9; do
    echo "int f$i(int n) { int k = n + $i; return (n * k) + (k - $i); }"
  done
  echo 'int bug(int a) { return a ? f1(a) : f2(2); }'
  echo 'int other(int a) { return bug(a); }'
} >input.c
cat >test.sh <<'EOS'
#!/bin/sh
clang -c input.c && mkdir in && cp input.c in && cd in &&
  gcc -c ./input.c -o out | grep -q 'in make_bug' && grep -qw bug input.c
EOS
chmod +x test.sh
PATH=$PWD/bin:$PATH
run()
{
  "$PROGRAM" -v --no-report --test ./test.sh "$@" input.c >out 2>&1 ||
    fail "$(cat out)"
  grep -qw bug input.reduced.c || fail "$(cat out)"
}
run
grep -q 'the script runs: .*gcc -c ' out || fail "$(cat out)"
grep -q "^crash site *function 'bug'" out || fail "$(cat out)"
grep -q 'slice  *[0-9]* tests, 1 interesting' out || fail "$(cat out)"
mv input.reduced.c right.c
# The place is wrong.
sed -i 's/gcc/CULPRIT=bug gcc/' test.sh
sed -i 's/:-bug/:-other/' bin/gcc
run
grep -q "^crash site *function 'other'" out || fail "$(cat out)"
cmp right.c input.reduced.c >&2 || fail "$(cat out)"
# It crashes in the script only.
sed -i 's/:-other/:-nothing/' bin/gcc
run
! grep -q 'the script runs' out || fail "$(cat out)"
grep -q '^judge  *none' out || fail "$(cat out)"
rm -r ./*
