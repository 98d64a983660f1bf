#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler like GCC that crashes only when it links, which -c keeps it from.
case " $* " in
  *" --version "*) exec gcc "$@" ;;
  *" -c "*) exit 0 ;;
esac
echo "lto1: internal compiler error: in link_bug, at bug.cc:42"
exit 4
