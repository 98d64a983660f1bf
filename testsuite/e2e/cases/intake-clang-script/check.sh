# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The result lies here, and its command is one that people can type.
grep -q '/' "$RESULT"
[ "$(wc -c <"$RESULT")" -lt 60 ]
line=$(sed -n 's/^reproduce *//p' "$HERE/../err")
case $line in 'clang-14 -w -target bpf -O1 '*" $(basename "$RESULT")"*) ;; *)
  echo "reproduce: $line"
  exit 1
  ;;
esac
out=$(sh -c "$line" 2>&1) && exit 1
printf '%s\n' "$out" | grep -q 'Cannot select.* = sdiv'
