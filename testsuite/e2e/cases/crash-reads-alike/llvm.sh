#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The tool that it is named after. Both find the same errors: a function has to return.
# llc crashes where the word bug is.
for file; do :; done
case " $* " in *" --version "*) echo "LLVM version 77.1.0" && exit 0 ;; esac
if [ "$(grep -c define "$file")" != "$(grep -c ret "$file")" ] || ! grep -q define "$file"; then
  echo "${0##*/}: $file:1:1: error: expected instruction opcode" >&2
  exit 1
fi
case ${0##*/} in llc-*) ;; *) exit 0 ;; esac
grep -qw bug "$file" || exit 0
echo "LLVM ERROR: no bug" >&2
kill -ABRT $$
