#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Valid, with four variables that the header makes of two names.
gcc -w -Iinc -fsyntax-only src/main.c || exit 1
gcc -w -Iinc -E src/main.c | tr -s ' \n' ' ' >all
grep -q 'int one1;.*int two1;.*int one2;.*int two2;' all && grep -q '4 *}' all
