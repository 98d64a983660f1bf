# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Reduces a program that is built wrong; the sieve refuses uninitialised variables,
# and no text with bad habits is offered, which it would refuse too.
"$PROGRAM" --wrong-code --ub fast --no-final-check --json input.c -- "$ROOT/testsuite/e2e/wrong-cc.sh" -O2 >events
cat events
runs=$(sed -n 's/"judge_ways".*//; s/.*"command": *{"runs": *\([0-9]*\).*/\1/p' events | tail -n 1)
started=$(sed -n 's/.*"started": *\([0-9]*\).*/\1/p' events | tail -n 1)
[ "$runs" -lt $((started + 12)) ] || fail "$runs runs for $started tests"
rm events
