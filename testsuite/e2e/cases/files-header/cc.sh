#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler that crashes where the word bug is left after preprocessing.
case " $* " in
  *" --version "* | *" -E "* | *" -fsyntax-only "*) exec gcc "$@" ;;
esac
gcc "$@" -E -o - | grep -qw bug || exit 0
echo "internal compiler error: in make_bug, at bug.cc:42"
exit 4
