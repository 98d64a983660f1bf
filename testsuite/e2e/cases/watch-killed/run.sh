# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A signal that is sent to watch alone reaches the compiler, and watch ends as the
# compiler does. A watch that is killed leaves no compiler.
until_true() { await "$@" || fail "waited for $*"; }
ended() { ! kill -0 "$(cat started)" 2>/dev/null; }
for each in HUP/1 INT/2 TERM/15 USR1/10 ALRM/14 KILL/9; do
  name=${each%/*}
  rm -f got started
  env --default-signal "$PROGRAM" watch -- "$HERE/slow.sh" &
  pid=$!
  until_true test -s started
  kill "-$name" "$pid"
  code=0
  wait "$pid" || code=$?
  [ "$code" -eq $((128 + ${each#*/})) ] || fail "SIG$name: exit status $code"
  until_true ended
  [ "$name" != KILL ] || name=TERM
  [ "$(cat got)" = "$name" ] || fail "SIG$name: got $(cat got)"
done
rm -f got started
