# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A disk that fills up in the middle: what is written is an interesting text, and the
# summary does not take it for a smaller one.
export cc="$ROOT/testsuite/e2e/cases/fake-crash/cc.sh"
cp "$ROOT/testsuite/e2e/cases/fake-crash/input.c" .
mkdir disk
unshare -rm mount -t tmpfs none disk 2>/dev/null || exit 77
for size in 52k 60k 64k; do
  # shellcheck disable=SC2016 # the inner shell expands them
  unshare -rm sh -c '
    mount -t tmpfs -o size="$0" none disk
    cp input.c disk
    "$PROGRAM" --no-report disk/input.c -- "$cc"
    [ $? -ne 12 ] || echo full
    cp disk/input.reduced.c . || :' "$size" >said 2>&1
  if ! { grep -qx full said && grep -q '^written' said; }; then continue; fi
  met=yes
  grep -qw bug input.reduced.c || fail "$size: $(cat input.reduced.c said)"
  grep -q -e "-> $(wc -c <input.reduced.c) bytes" -e 'written.*an earlier step' said ||
    fail "$size: $(cat input.reduced.c said)"
done
[ "${met-no}" = yes ] || fail "it did not fill up: $(cat said)"
rm -r ./*
