# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What is smaller and as valid becomes the result.
[ "$(tr -d '\n' <"$RESULT")" = 'int bug;' ]
[ ! -e input.hdd/invalid.c ]
