# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A full disk, and one that cannot be written: one line, and nothing half-made.
mkdir state
unshare -rm mount -t tmpfs none state 2>/dev/null || exit 77
cp -R "$HERE/project" .
head -c 60000 /dev/zero | tr '\0' ' ' >>project/bug1.c
# shellcheck disable=SC2016 # the inner shell expands them
XDG_STATE_HOME="$PWD/state" unshare -rm sh -c '
  mount -t tmpfs -o size=64k none state
  mkdir -p state/clang-hdd/crashes
  cat /dev/zero >state/filler 2>/dev/null
  "$PROGRAM" watch -- "$HERE/cc.sh" -c project/bug1.c 2>full
  echo "$?" >>full
  ls -A state/clang-hdd/crashes >left
  rm state/filler
  "$PROGRAM" watch -- "$HERE/cc.sh" -c project/bug2.c 2>kept
  echo "$?" >>kept
  mount -o remount,ro state
  "$PROGRAM" watch -- "$HERE/cc.sh" -c project/bug2.c 2>again
  echo "$?" >>again
  "$PROGRAM" list --remove "$(ls state/clang-hdd/crashes)" 2>remove
  echo "$?" >>remove'
grep -q '^clang-hdd: warning: cc\.sh crashed (.*), which is not kept: cannot .*No space left' \
  full || fail "full: $(cat full)"
grep -q '^clang-hdd: cc\.sh crashed (.*); kept as' kept || fail "kept: $(cat kept)"
grep -q '^clang-hdd: cc\.sh crashed again' again || fail "again: $(cat again)"
for file in full kept again; do
  [ "$(tail -n 1 "$file")" -eq 1 ] || fail "$file: exit status"
  [ "$(grep -c '^clang-hdd' "$file")" -eq 1 ] || fail "$file: $(cat "$file")"
done
grep -qv '^\.lock$' left && fail "left: $(cat left)"
[ "$(tail -n 1 remove)" -eq 11 ] || fail "remove: $(cat remove)"
rm -rf project state full kept again left remove
