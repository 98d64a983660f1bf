# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Of three runs in a row two agree, whichever comes first.
COUNT=$PWD/count
export COUNT
: >"$COUNT"
"$PROGRAM" -v --json --repeat 3 --test "$HERE/test.sh" input.c
# One that is never seen again says what to do.
: >"$COUNT"
status=0
"$PROGRAM" --no-sandbox -j1 -o gone.c -c 'grep -qw bug input.c || exit 1
  echo >>"$COUNT"; [ "$(wc -l <"$COUNT")" -le 2 ]' input.c 2>gone || status=$?
[ "$status" = 10 ] && grep -q 'comes and goes; try --repeat 5$' gone || fail "$(cat gone)"
rm -r gone*
