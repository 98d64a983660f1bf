#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler that tells what it was given.
printf '<%s>' "$0" "$@"
echo
grep -E '^Sig(Blk|Ign)' /proc/self/status
cut -d ' ' -f 5-7,19 /proc/$$/stat # group, session, terminal, niceness
for fd in 0 1 2 3 4 5 6 7 8 9; do
  [ ! -e "/proc/$$/fd/$fd" ] || echo "$fd $(readlink "/proc/$$/fd/$fd")"
done
# shellcheck disable=SC3045 # every shell that is used here has it
ulimit -a
umask
pwd
env | LC_ALL=C sort
cat
echo 'to standard error' >&2
