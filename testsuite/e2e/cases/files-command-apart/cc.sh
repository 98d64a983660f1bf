#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler that crashes if the header that the source includes has the word bug.
case " $* " in
  *" --version "* | *" -E "* | *" -fsyntax-only "*) exec gcc "$@" ;;
esac
for file; do :; done
grep -q '"lib.h"' "$file" && grep -qw bug lib.h || exit 0
echo "internal compiler error: in make_bug, at bug.cc:42"
exit 4
