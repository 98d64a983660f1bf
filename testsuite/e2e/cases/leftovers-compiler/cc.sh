#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler that makes its temporary file where it likes to, and removes it when
# it is told to end. It takes its time after its message.
for file; do case $file in -fsyntax-only | -E) exit 0 ;; esac; done
pwd >>"$SEEN"
trap 'rm -f "$LITTER/$$"; exit 1' TERM
echo litter >"$LITTER/$$"
if [ "$(grep -cw bug "$file")" -ge 200 ]; then
  echo 'internal compiler error: in make_bug, at bug.cc:42'
  sleep 0.2
  rm "$LITTER/$$"
  exit 4
fi
rm "$LITTER/$$"
