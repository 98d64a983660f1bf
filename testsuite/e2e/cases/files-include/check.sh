# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
(cd src/main.reduced && "$HERE/test.sh")
[ "$(cat src/main.reduced/src/a.h src/main.reduced/inc/* | wc -c)" -eq 0 ]
