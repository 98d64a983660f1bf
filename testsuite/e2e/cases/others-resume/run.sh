# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Stopped again and again and resumed, the same is saved and listed.
"$PROGRAM" input.c -o calm.c -- "$HERE/cc.sh" 2>calm.err
for tests in 1 2 3 4 5 6 8 10 15 1000; do
  set -- input.c -o torn.c --max-tests "$tests"
  if [ -e torn.hdd ]; then set -- "$@" --resume; fi
  "$PROGRAM" "$@" -- "$HERE/cc.sh" 2>torn.err
done
cat torn.err >&2
