# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -- "$HERE"/reports/*.out
[ -s "$1" ] || exit 77
"$PROGRAM" --json --no-report --keep-flags "$1" </dev/null
