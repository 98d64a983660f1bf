# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Run at a terminal: the program as a job of a shell. If it is stopped, it goes on
# in the foreground when told.
set -m
trap : INT
stty -g >before
"$PROGRAM" --json -o small.c "$@" >events
code=$?
if [ "$code" -gt 128 ] && [ "$code" -ne 130 ]; then
  stty -g >stopped
  until [ -e go ]; do sleep 0.02; done
  fg >/dev/null
  code=$?
fi
stty -g >after
echo "$code" >code
