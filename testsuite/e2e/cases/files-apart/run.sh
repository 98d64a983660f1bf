# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The files are in the current folder, by whatever way they are named.
mkdir src
printf '#include "src/lib.h"\nint a;\nint bug;\n' >main.c
printf 'int b;\nint flaw;\n' >src/lib.h
ln -s "$PWD" ../way
"$PROGRAM" --json --no-report -c 'grep -qw bug main.c && grep -qw flaw src/lib.h' \
  "$PWD/../way/main.c" src/../src/lib.h
rm ../way
[ "$(find main.reduced -type f | wc -l)" -eq 2 ]
