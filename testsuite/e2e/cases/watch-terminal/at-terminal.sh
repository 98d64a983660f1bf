# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Run at a terminal: a compile as a job of a shell. If it is stopped, it goes on
# in the foreground when told.
set -m
trap : INT QUIT
# shellcheck disable=SC3045 # every shell that is used here has it
ulimit -c 0
stty -g >before
if [ "$1" = watch ]; then
  "$PROGRAM" watch -- sh "$HERE/slow.sh"
else
  sh "$HERE/slow.sh"
fi
code=$?
if [ "$code" -eq 148 ]; then
  : >stopped
  until [ -e go ]; do sleep 0.02; done
  fg >/dev/null
  code=$?
fi
stty -g >after
echo "$code" >code
