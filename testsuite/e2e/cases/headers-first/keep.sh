#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! grep -q '#include' input.cc || echo >>"$HEADED"
for part in 'value >> ' '& ~' '!= 1193046' 'split(' 'check()' '& mask'; do
  grep -qF "$part" input.cc || exit 1
done
g++-12 -fsyntax-only input.cc
