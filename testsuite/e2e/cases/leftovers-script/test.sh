#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Leaves two daemons, of sessions of their own and without a parent, that take no
# notice of signals, and files wherever it is told to write.
[ -z "${SEEN:-}" ] || pwd >>"$SEEN"
echo litter >litter && mkfifo "$TMPDIR/pipe" && echo litter >"$TMPDIR/litter"
(
  trap '' TERM INT HUP
  setsid sh -c 'sleep 986545 & sleep 986545' >/dev/null 2>&1 &
) &
[ "$(grep -cw bug input.c)" -ge 200 ]
