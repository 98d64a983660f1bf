#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# gcc, which crashes where the word bug is, whatever it is asked for, and before that
# finds an error where the word helper is not.
for file; do :; done
case " $* " in
  *" --version "* | *" -E "* | *" -dM "*) exec gcc "$@" ;;
esac
grep -qw bug "$file" || exec gcc "$@"
grep -qw helper "$file" || echo "$file:1:1: error: 'helper' is missing"
echo "$file:1: internal compiler error: in make_bug, at bug.c:42"
exit 4
