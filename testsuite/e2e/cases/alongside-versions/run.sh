# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Versions and compilers that are built already instead of builds.
# shellcheck source=testsuite/e2e/moving-toy.sh
. "$ROOT/testsuite/e2e/moving-toy.sh"
toy_history all
for i in 1 2 3 4 5 6 7 8 9 10; do
  mkdir -p "by-id/$(git -C toy rev-parse "c$i")" "v$i"
  for folder in "by-id/$(git -C toy rev-parse "c$i")" "v$i"; do
    git -C toy archive "c$i" | tar xf - -C "$folder"
    chmod +x "$folder/toycc"
  done
  list=${list:+$list,}$PWD/v$i/toycc
done
check() {
  tail -n 1 out.json | grep -q '"checked":true' || toy_fail "$(cat err.txt)"
  grep -q second bug.reduced.c || toy_fail "it has moved"
}
"$PROGRAM" --json --bisect --versions "$list" --no-report bug.c -- toycc -O2 \
  >out.json 2>err.txt
check
grep -q '^started with .*v3/toycc\|^started with toycc' err.txt ||
  toy_fail "$(cat err.txt)"
"$PROGRAM" --json --bisect --repo toy --good c1 --bad c10 --no-report \
  --prebuilt "$PWD/by-id/{commit}/toycc" bug.c -- toycc -O2 >out.json 2>err.txt
check
grep -q '^started with [0-9a-f]* toy: c3$' err.txt || toy_fail "$(cat err.txt)"
[ ! -s builds ] || toy_fail "something was built"
