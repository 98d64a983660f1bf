# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
[ "$(wc -w <main.reduced/main.c)" -le 3 ] || exit 1
[ "$(wc -w <main.reduced/src/lib.h)" -le 2 ] || exit 1
(cd main.reduced && "$HERE/test.sh")
grep -q '^//--- src/lib.h' main.report/main.reduced.split
sed -i '/tests\/s/d' "$HERE/../err"
line=$(sed -n 's/^reproduce *//p' "$HERE/../err")
eval "$line"
