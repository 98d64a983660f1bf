# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A header that -include names is part of the text: nobody else has it. It is looked for
# in the current folder, not in that of the source.
mkdir part
cat >own.h <<'END'
typedef struct { int bug; } node;
static int unneeded(node *at) { return at->bug; }
END
echo 'int other; node *first;' >part/input.c
"$PROGRAM" -v --no-report part/input.c -- "$ROOT/testsuite/e2e/cases/includes-of-user/cc.sh" -w -include own.h 2>err ||
  fail "$?: $(cat err)"
grep -q 'became #include in the text' err || fail "$(cat err)"
grep -qw bug part/input.reduced.c || fail "$(cat part/input.reduced.c)"
! grep -q include part/input.reduced.c || fail "$(cat part/input.reduced.c)"
grep -q '^reproduce .*cc.sh .*part/input.reduced.c$' err || fail "$(cat err)"
! grep -q '^reproduce .*-include' err || fail "$(cat err)"

# What crashes only with the option keeps it.
cat >cc.sh <<'END'
#!/bin/sh
case " $* " in *' -E '*) exec gcc "$@" ;; *' -include '*) ;; *) exit 0 ;; esac
for file; do case $file in *input.c) grep -qw other "$file" || exit 0 ;; esac; done
echo 'internal compiler error: in make_bug, at bug.c:42'
exit 4
END
chmod +x cc.sh
"$PROGRAM" --no-report part/input.c -- ./cc.sh -include own.h 2>err || fail "$?: $(cat err)"
grep -q '^reproduce .*-include own.h' err || fail "$(cat err)"
rm -r part own.h cc.sh err
