# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Root reads everything unless it gives up the capability.
set -- "$PROGRAM" --test "$HERE/test.sh" secret.c
if [ "$(id -u)" -eq 0 ]; then
  set -- setpriv --bounding-set -dac_override,-dac_read_search "$@"
fi
exec "$@"
