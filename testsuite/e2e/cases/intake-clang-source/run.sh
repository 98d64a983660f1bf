# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The other half of a reproducer, with another compiler's name.
[ -s "$HERE/reports/bug.sh" ] || exit 77
mv "$HERE/reports/bug.sh" "$(echo "$HERE"/reports/div-*.c | sed 's/c$/sh/')"
"$PROGRAM" --json --no-report --keep-flags "$HERE"/reports/div-*.c </dev/null
