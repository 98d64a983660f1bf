# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
grep -qw bug "$RESULT"
log() { git --git-dir=input.hdd/journal.git "$@"; }
[ "$(log fsck --full --strict 2>&1)" = '' ]
[ "$(log symbolic-ref HEAD)" = refs/heads/run-2 ]
[ "$(log rev-parse 'run-1^{tree}')" = "$(log rev-parse 'run-2^{tree}')" ]
log show HEAD:input.c | cmp - "$RESULT"
first=$(log rev-list --reverse HEAD | head -n 1)
log show "$first:input.c" | cmp - input.c
least=1000 steps=0
for commit in $(log rev-list --reverse HEAD); do
  log show "$commit:input.c" | grep -qw bug
  size=$(log cat-file -s "$commit:input.c")
  [ "$size" -le "$least" ]
  least=$size steps=$((steps + 1))
done
[ "$steps" -ge 4 ]
log log --format=%s HEAD | sed -n '2p' | grep -Eqx '[a-z-]+: [0-9]+ -> [0-9]+ tokens'
