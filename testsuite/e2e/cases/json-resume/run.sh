# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The last event of --json names output and command of a complete run, and of one
# that ends before anything is run, although no reduction came before it.
set -eu
ends() { # STATUS ERE OPTION...: so ends --resume, and so says the last event
  wanted=$1 says=$2 code=0
  shift 2
  "$PROGRAM" --json --no-report "$@" >events || code=$?
  [ "$code" = "$wanted" ] || fail "$*: exit status $code"
  tail -n 1 events | grep -qE "\"event\":\"end\",\"exit\":$wanted,.*$says" ||
    fail "$*: $(tail -n 1 events)"
}
compiler=$HERE/cc.sh
"$PROGRAM" --no-report --keep-flags input.c -- "$compiler" -c
ends 0 '"output":"input.reduced.c"' --keep-flags --resume input.c -- "$compiler" -c
rm input.reduced.c
ends 0 '"output":"input.reduced.c","command":".*cc.sh -c input.reduced.c"' \
  --keep-flags --resume input.c -- "$compiler" -c

cp input.c in.c
"$PROGRAM" --no-report --keep-flags --in-place in.c -- "$compiler" -c
ends 0 '"output":"in.c","command":".*cc.sh -c in.c"' \
  --keep-flags --in-place --resume in.c -- "$compiler" -c
ends 15 '"output":"in.c"' --in-place --resume in.c -- "$compiler" -c
mv in.c.orig in.c

"$PROGRAM" --no-report --test "grep bug input.c" input.c -o out.c
rm out.c
ends 0 '"output":"out.c","command":".*cp .*/out.c input.c && .*grep bug input.c' \
  --resume --test "grep bug input.c" input.c -o out.c

# A command line that is refused has a last event too.
ends 8 '"file":"input.c"' --ice-pattern '(' input.c
