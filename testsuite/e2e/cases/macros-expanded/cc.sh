#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# gcc, which crashes where bug_two is returned.
for file; do :; done
case " $* " in
  *" --version "* | *" -dM "* | *" -fsyntax-only "* | *" -E "*) exec gcc "$@" ;;
esac
gcc -E -P "$file" | tr '\n' ' ' | grep -Eq 'return[^;]*\<bug_two\>' || exit 0
echo "internal compiler error: in make_bug, at bug.c:42"
exit 4
