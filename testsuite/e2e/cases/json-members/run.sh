# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The last event of --json has the members that programs read: each has the name
# that it always had.
"$PROGRAM" --json --no-report --keep-flags input.c -- "$HERE/cc.sh" -c >events
tail -n 1 events | grep -o '"[a-z_-]*":' | tr -d '":' | LC_ALL=C sort -u >members
diff "$HERE/members" members
