# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The file is replaced by then; the original is found beside it.
"$PROGRAM" --in-place --max-tests 2 input.c -- "$HERE/cc.sh"
cmp input.c "$HERE/input.c" && exit 1
"$PROGRAM" --in-place --resume --json input.c -- "$HERE/cc.sh"

# Another text in its place is kept, whether the journal is there or not.
for journal in input.hdd none; do
  rm -rf "$journal"
  echo 'int bug, other;' >input.c
  "$PROGRAM" --in-place --resume --json input.c -- "$HERE/cc.sh" >out
  grep -q other input.c.~1~ && mv input.c.~1~ kept
done
tail -n 1 out
rm out kept
