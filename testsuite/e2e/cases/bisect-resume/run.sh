# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# kill -9 at any moment, again and again: what was answered is not asked again, no
# build is left running, and the result is that of an undisturbed run.
# shellcheck source-path=SCRIPTDIR/../.. source=toy-history.sh
. "$ROOT/testsuite/e2e/toy-history.sh"
awk 'BEGIN {
  for (i = 1; i <= 60; i++)
    print "c" i, (i > 1 ? "c" (i - 1) : "-"), (i == 30 ? "broken" : i < 23 ? "good" : "bad")
}' | toy_history
toy_hash >hash-before
toy_bisect c1 c60
[ "$status" = 0 ] || toy_fail "undisturbed: $(cat said.txt)"
toy_answers bug.bisect/log >wanted
grep '^git bisect' bug.bisect/log >wanted-log
rm -rf cache bug.bisect
: >"$NOTES"
export TOY_SECONDS=0.05
bad=$(git -C toy rev-parse c60)
delay=0 resume=
: >answered
while :; do
  delay=$((delay + 17 + delay / 16))
  before=$(wc -l <"$NOTES")
  code=0
  timeout -s KILL "$((delay / 1000)).$(printf %03d "$((delay % 1000))")" \
    "$PROGRAM" bisect --repo toy --good c1 --bad c60 --build 'sh build.sh' \
    $resume bug.c -- '{build}/toycc' -O2 >found.txt 2>said.txt || code=$?
  # The bad one is run again, since its crash is what others are compared with.
  tail -n "+$((before + 1))" "$NOTES" | grep -v "$bad" | grep -Ff answered &&
    toy_fail "what was answered was asked again"
  [ "$code" != 0 ] || break
  [ "$code" = 137 ] || toy_fail "status $code: $(cat said.txt)"
  if [ -s bug.bisect/log ]; then
    resume=--resume
    sed -n 's/^git bisect [a-z]* \([0-9a-f]\)/\1/p' bug.bisect/log >answered
  fi
  [ "$delay" -lt 30000 ] || toy_fail "it does not come to an end"
done
toy_answers bug.bisect/log | cmp - wanted || toy_fail "something else was found"
grep '^git bisect' bug.bisect/log | cmp - wanted-log || toy_fail "another log"
toy_hash | cmp - hash-before || toy_fail "the repository has changed"
# What is whole is not run again.
: >"$NOTES"
toy_bisect c1 c60 --resume
[ "$status" = 0 ] || toy_fail "whole: $(cat said.txt)"
[ ! -s "$NOTES" ] || toy_fail "it was asked again: $(cat "$NOTES")"
toy_answers bug.bisect/log | cmp - wanted || toy_fail "something else was found"
# SIGTERM says how to go on.
rm -rf cache bug.bisect
export TOY_SECONDS=30
: >"$NOTES.builds"
"$PROGRAM" bisect --repo toy --good c1 --bad c60 --build 'sh build.sh' bug.c -- \
  '{build}/toycc' -O2 >found.txt 2>said.txt &
await test -s "$NOTES.builds"
kill -TERM "$!"
begin=$(date +%s) status=0
wait "$!" || status=$?
[ "$status" = 143 ] || toy_fail "SIGTERM: $status"
[ "$(($(date +%s) - begin))" -le 3 ] || toy_fail "it took its time"
grep -q -e '--resume goes on' said.txt || toy_fail "no advice: $(cat said.txt)"
