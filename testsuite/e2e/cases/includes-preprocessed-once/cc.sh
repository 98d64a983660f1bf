#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# g++, which crashes while a header is included, and preprocesses with -P only.
for file; do :; done
case " $* " in
  *" --version "* | *" -dM "* | *" -fsyntax-only "* | *" -P "*) exec g++ "$@" ;;
  *" -E "*) exit 1 ;;
esac
grep -q include "$file" && grep -qw bug "$file" || exit 0
echo "internal compiler error: in make_bug, at bug.cc:42"
exit 4
