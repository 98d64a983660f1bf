# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
[ "$(ls -d ./*~)" = './input.reduced.c.~1~
./input.reduced.c.~2~
./input.reduced.~1~' ]
