# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compilers that are there already, named by ids, whole and abbreviated; commits
# without one are not asked for.
# shellcheck source-path=SCRIPTDIR/../.. source=toy-history.sh
. "$ROOT/testsuite/e2e/toy-history.sh"
awk 'BEGIN {
  for (i = 1; i <= 40; i++)
    print "c" i, (i > 1 ? "c" (i - 1) : "-"), (i < 17 ? "good" : "bad")
}' | toy_history
install_one() { # NUMBER DIGITS
  id=$(git -C toy rev-parse "c$1")
  folder=opt/cc-$(printf '%s' "$id" | cut -c "1-$2")/bin
  mkdir -p "$folder"
  for file in does line toycc; do
    git -C toy show "c$1:$file" >"$folder/$file"
  done
  chmod +x "$folder/toycc"
  echo "$id" >"$folder/commit"
}
find_it() {
  status=0
  "$PROGRAM" bisect --repo toy --good c1 --bad c40 \
    --prebuilt 'opt/cc-{commit}/bin/toycc' bug.c -- toycc -O2 \
    >found.txt 2>said.txt || status=$?
}
for i in $(seq 1 40); do install_one "$i" "$((i % 2 ? 40 : 10))"; done
toy_hash >hash-before
find_it
[ "$status" = 0 ] || toy_fail "status $status: $(cat said.txt)"
grep -q "^first bad commit: $(git -C toy rev-parse c17)$" found.txt ||
  toy_fail "not c17"
[ "$(toy_probes)" -le 7 ] || toy_fail "$(toy_probes) probes"
# Every third is there, and c17 is not.
rm -rf opt
mkdir -p opt/cc-nonsense opt/cc-00000000000000000000
for i in $(seq 1 3 40); do install_one "$i" 12; done
: >notes
find_it
[ "$status" = 21 ] || toy_fail "status $status: $(cat said.txt)"
grep -q '^first bad commit: one of 3$' found.txt || toy_fail "$(cat found.txt)"
[ "$(toy_probes)" -le 6 ] || toy_fail "$(toy_probes) probes of those there"
[ "$(grep -c ' toy: c1[789] does' found.txt)" = 3 ] || toy_fail "other suspects"
rm -rf "opt/cc-$(git -C toy rev-parse c40 | cut -c 1-12)"
find_it
[ "$status" = 20 ] || toy_fail "no compiler of bad: $status"
rm -rf opt
find_it
[ "$status" = 18 ] || toy_fail "no folder: $status"
toy_hash | cmp - hash-before || toy_fail "the repository has changed"
