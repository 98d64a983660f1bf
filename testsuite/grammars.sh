#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# grammars.sh CLANG-HDD FOLDER NAME...: installs grammars, once, for the tests
# that need some. Skipped where no registry is reached.
set -eu
program=$1
XDG_DATA_HOME=$2
export XDG_DATA_HOME
shift 2
grammars=$XDG_DATA_HOME/clang-hdd/grammars
reached=
for name; do
  [ ! -e "$grammars/libtree-sitter.so" ] || [ ! -e "$grammars/$name.so" ] ||
    continue
  [ -n "$reached" ] || timeout 60 npm ping >/dev/null 2>&1 || exit 77
  reached=yes
  "$program" grammar add "$name"
done
