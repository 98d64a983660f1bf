# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
mkdir -p input.hdd/others
unshare -rm mount -t tmpfs none input.hdd/others 2>/dev/null || exit 77
# shellcheck disable=SC2016 # the inner shell expands them
exec unshare -rm sh -c '
  mount -t tmpfs -o size=64k none input.hdd/others
  cat /dev/zero >input.hdd/others/filler 2>/dev/null
  "$PROGRAM" --json input.c -- "$HERE/cc.sh"'
