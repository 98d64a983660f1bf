# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The same files for any number of jobs, and for a second run in their folder.
"$PROGRAM" -j 4 input.c -- "$HERE/cc.sh"
mv input.hdd/others four
"$PROGRAM" -j 1 input.c -- "$HERE/cc.sh"
cp -R input.hdd/others one
"$PROGRAM" -j 2 --json input.c -- "$HERE/cc.sh"
diff -r one input.hdd/others
diff -r one four
