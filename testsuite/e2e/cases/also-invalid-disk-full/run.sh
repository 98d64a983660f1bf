# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
mkdir input.hdd
unshare -rm mount -t tmpfs none input.hdd 2>/dev/null || exit 77
# shellcheck disable=SC2016 # the inner shell expands them
exec unshare -rm sh -c '
  mount -t tmpfs -o size=64k none input.hdd
  cat /dev/zero >input.hdd/filler 2>/dev/null
  "$PROGRAM" --json --also-invalid input.c -- "$HERE/cc.sh"'
