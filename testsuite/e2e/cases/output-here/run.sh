# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Where nothing can be written beside the file, the result is in the current folder.
set -eu
"$PROGRAM" --no-report -c 'grep -qw bug stdin' /dev/stdin <input.c
grep -qw bug stdin.reduced
[ -d stdin.hdd ]
if [ "$(id -u)" -ne 0 ]; then
  mkdir shut && cp input.c shut && chmod a-w shut
  printf '#!/bin/sh\nexit 0\n' >fine && chmod +x fine
  "$PROGRAM" --no-report --bisect --versions "$PWD/fine,$HERE/cc.sh" shut/input.c -- cc
  grep -qw bug input.reduced.c
  [ -d input.hdd/bisect ]
fi
