# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Texts that hang are no success, are counted, and cost their time and no more.
for jobs in 1 4; do
  rm -rf input.reduced.c input.hdd
  begin=$(date +%s)
  "$PROGRAM" --json --timeout 0.3 -j "$jobs" input.c -- "$HERE/cc.sh" >events
  grep -qw b input.reduced.c && grep -qw bug input.reduced.c || exit 1
  hung=$(tail -n 1 events | grep -o '"timeout":[0-9]*' | tr -dc 0-9)
  [ "$hung" -ge 1 ] || exit 1
  # Each was asked twice, the second time with twice the limit. All else has 60 s.
  [ $(($(date +%s) - begin)) -le $((60 + hung)) ] || exit 1
  ! pgrep -f 'sleep 98654[6]' || exit 1
  cat events
  rm events
done
