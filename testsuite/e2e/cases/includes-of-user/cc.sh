#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# g++ or gcc, which crashes where the word bug is left after preprocessing.
for file; do :; done
case $file in *.c) cc=gcc ;; *) cc=g++ ;; esac
case " $* " in
  *" --version "* | *" -E "* | *" -dM "* | *" -fsyntax-only "*) exec $cc "$@" ;;
esac
$cc "$@" -E -o - | grep -qw bug || exit 0
[ -z "$TESTED" ] || echo >>"$TESTED"
echo "internal compiler error: in make_bug, at bug.cc:42"
exit 4
