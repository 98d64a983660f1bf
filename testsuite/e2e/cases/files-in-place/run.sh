# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The files are replaced by then; the originals are found beside them.
cp -R . ../given
"$PROGRAM" --in-place --max-tests 3 --test "$HERE/test.sh" main.c src/lib.h
cmp main.c ../given/main.c && exit 1
"$PROGRAM" --in-place --resume --json --test "$HERE/test.sh" main.c src/lib.h
cmp main.c.orig ../given/main.c
cmp src/lib.h.orig ../given/src/lib.h
rm -r ../given
