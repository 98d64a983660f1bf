#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The compiler that it is named after, which crashes where the word bug is, and before
# that finds an error where the word helper is not.
for file; do :; done
case ${0##*/} in
  tcc) version='tcc version 1' error="$file:1: error: 'helper' undeclared" ;;
  pcc) version='Portable C Compiler 1' error="$file, line 1: helper undefined" ;;
  sdcc) version='SDCC : z80 1' error="$file:1: error 20: Undefined identifier 'helper'" ;;
esac
case " $* " in
  *" --version "*) echo "$version" && exit 0 ;;
  *" -E "* | *" -dM "*) exec gcc "$@" ;;
esac
grep -qw bug "$file" || exit 0
grep -qw helper "$file" || echo "$error"
echo "$file, line 1: compiler error: no bug"
exit 4
