# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
[ "$RESULT" = ./bug.reduced.i ]
[ "$(wc -c <"$RESULT")" -lt 70 ]
line=$(sed -n 's/^reproduce *//p' "$HERE/../err")
case $line in 'gcc-12 '*' -O1 '*'-std=c90'*' bug.reduced.i') ;; *)
  echo "reproduce: $line"
  exit 1
  ;;
esac
out=$(sh -c "$line" 2>&1) && exit 1
printf '%s\n' "$out" | grep -q 'internal compiler error: in tree_to_uhwi'
