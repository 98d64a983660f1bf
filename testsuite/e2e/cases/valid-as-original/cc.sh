#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# gcc without warnings, which crashes where `unwind` is named after a `return`.
case " $* " in
  *' -fsyntax-only '* | *' --version '* | *' -dM '*) exec gcc -w "$@" ;;
esac
for file; do :; done
gcc -w -fsyntax-only "$file" || exit 1
tr '\n' ' ' <"$file" | grep -q 'return.*unwind' || exit 0
echo "$file:1:1: internal compiler error: in unwind_it, at unwind.cc:3"
exit 4
