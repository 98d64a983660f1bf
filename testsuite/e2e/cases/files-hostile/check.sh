# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
(cd main.reduced && "$HERE/test.sh")
[ ! -s main.reduced/empty.h ]
[ "$(cat main.reduced/* | wc -w)" -le 4 ]
