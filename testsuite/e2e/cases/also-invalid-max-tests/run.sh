# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The limit is that of all reductions, and a run that it ended goes on later.
set -- --json --valid accepted --also-invalid input.c -- "$HERE/cc.sh"
"$PROGRAM" "$@" >whole || exit 1
mv input.hdd/clean.c input.hdd/invalid.c .
rm -r input.hdd
"$PROGRAM" --max-tests 40 "$@" >first 2>first.err || exit 1
cmp -s invalid.c input.hdd/invalid.c && exit 1
grep -q '^also clean .* tests, stopped before the end: ' first.err || exit 1
tail -n 1 first | grep -o '"tests":[0-9]*' | cut -d: -f2 |
  awk '{ sum += $1 } END { exit sum > 42 }' || exit 1
"$PROGRAM" --resume "$@" || exit 1
cmp clean.c input.hdd/clean.c && cmp invalid.c input.hdd/invalid.c
