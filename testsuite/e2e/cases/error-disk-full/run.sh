# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The output goes to a file system without room, made in a name space of ours.
mkdir full
unshare -rm mount -t tmpfs none full 2>/dev/null || exit 77
# shellcheck disable=SC2016 # the inner shell expands them
exec unshare -rm sh -c '
  mount -t tmpfs -o size=64k none full
  cp input.c full
  cat /dev/zero >full/filler 2>/dev/null
  "$PROGRAM" --test "$HERE/test.sh" full/input.c
  status=$?
  cmp full/input.c "$HERE/input.c" || exit 1
  exit "$status"'
