# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler that hangs is not waited for in silence, but scripts that read our
# output see nothing of it.
said='note: waiting for .*/hangs.sh.* input.c (10:00 at most); if it hangs: --hang'
compiles() { pgrep -f 'sleep 9865[6]' >/dev/null; }
says() { grep -q "$said" err; }
shows() { grep -q 'waiting, 0:0[3-6] of 0:06' screen; }
begin() { # OPTION ...
  "$PROGRAM" "$@" input.c -- "$HERE/hangs.sh" >out 2>err &
  pid=$!
}
end() {
  kill -TERM "$pid"
  code=0
  wait "$pid" || code=$?
  [ "$code" -eq 143 ] || fail "exit status $code"
  await gone 'sleep 9865[6]' || fail 'the compiler goes on'
}
begin
await says || fail 'nothing is said'
end
said="note: waiting for $HERE/hangs.sh input.c (1:00"
"$PROGRAM" --test "$HERE/hangs.sh" --input-as argument input.c >out 2>err &
pid=$!
await says || fail "our own program is named, or nothing: $(cat err)"
end
begin --quiet --json
await compiles || fail 'nothing is compiled'
timeout 4 tail -s 0.1 --pid="$pid" -f /dev/null
end
[ ! -s err ] || fail '--quiet is not quiet'
if grep -qv '^{"event":' out; then fail '--json prints more'; fi
TERM=xterm script -qfc "'$PROGRAM' --timeout 6 input.c -- '$HERE/hangs.sh'" \
  screen </dev/null >/dev/null &
await shows || fail 'the terminal does not show the time'
wait
rm -f screen out err
