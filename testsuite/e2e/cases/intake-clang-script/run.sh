# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
[ -s "$HERE/reports/bug.sh" ] || exit 77
"$PROGRAM" --json --no-report --keep-flags "$HERE/reports/bug.sh" </dev/null
