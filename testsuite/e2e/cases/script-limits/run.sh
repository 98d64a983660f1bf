# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler that the script ends is not run without that limit, and of those that take
# much longer by themselves than in the script one is enough.
echo 'int bug(int a) { return a; }' >input.c
mkdir bin
cat >bin/gcc <<EOS
#!/bin/sh
case "\$*" in *' -c input.c') ;; *) exec $(command -v gcc) "\$@" ;; esac
[ -z "\$HURRY" ] || exit 1
tr '\\0' ' ' </proc/\$PPID/cmdline >>"$PWD/runs"
echo >>"$PWD/runs"
exec sleep 9
EOS
chmod +x bin/gcc
PATH=$PWD/bin:$PATH
run()
{
  "$PROGRAM" -v --no-report --max-tests 2 "$@" input.c >out 2>&1 ||
    [ $? -eq 2 ] || fail "$(cat out)"
}
run -c 'timeout 0.3 gcc -w -c input.c; [ $? = 124 ] && grep -q bug input.c'
grep -q '^timeout' runs || fail 'the script ran nothing'
! grep -v '^timeout' runs || fail "$(cat out)"
grep -q 'read as by: .*gcc -w -c input.c' out || fail "$(cat out)"
rm runs
run --timeout 1 -c \
  'HURRY=1 gcc -O1 -c input.c || HURRY=1 gcc -O2 -c input.c; grep -q bug input.c'
[ "$(wc -l <runs)" -eq 1 ] || fail "$(cat runs)"
rm -r ./*
