#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler that crashes after it has linked two sources.
case " $* " in
  *" --version "* | *" -E "* | *" -fsyntax-only "*) exec gcc "$@" ;;
esac
gcc "$@" || exit 1
case " $* " in *" util.c "*) ;; *) exit 0 ;; esac
grep -qw bug main.c && grep -qw flaw util.c || exit 0
echo "internal compiler error: in link_bug, at bug.cc:42"
exit 4
