# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Without a guard the reduction moves to another commit; with one it does not, for
# any number of jobs, and neither do the options.
# shellcheck source=testsuite/e2e/moving-toy.sh
. "$ROOT/testsuite/e2e/moving-toy.sh"
toy_history all
[ "$(toy_bisect bug.c)" = c3 ] || toy_fail "bug.c is not about c3"
mkdir c10 && git -C toy archive c10 | tar xf - -C c10 && chmod +x c10/toycc

"$PROGRAM" -q --no-report --valid accepted -o alone.c bug.c -- "$PWD/c10/toycc" -O2
[ "$(toy_bisect alone.c)" = c7 ] || toy_fail "alone it has not moved to c7"

for jobs in 1 4; do
  rm -rf bug.hdd bug.report bug.reduced.c
  toy_reduce -j "$jobs"
  [ "$status" = 0 ] || toy_fail "status $status: $(cat err.txt)"
  [ "$(toy_bisect bug.reduced.c)" = c3 ] || toy_fail "it has moved all the same"
  toy_says '"checked":true'
  toy_says '"moved":"step [0-9]+ of the reduction had moved to another commit'
  toy_says '"complete":true'
  grep -q 'first' bug.reduced.c && grep -q 'second' bug.reduced.c
  cp bug.reduced.c "with-$jobs.c"
  printf '%s\n' "$last" | grep -o '"verdicts":{[^}]*}' >"with-$jobs.txt"
done
cmp with-1.c with-4.c
cmp with-1.txt with-4.txt || toy_fail "the number of jobs decides"
grep -q 'toy: c3' bug.report/report.txt || toy_fail "the report has no commit"

# From c7 on the option is not needed any more.
rm -rf toy cache bug.*d*
git init -q -b main toy
for i in 1 2 3 4 5 6 7 8 9 10; do
  rule=
  [ "$i" -lt 3 ] || rule='-O2 first'
  [ "$i" -lt 7 ] || rule='first'
  toy_commit "c$i" "$rule"
done
toy_reduce --also-invalid
toy_says '"checked":true'
toy_says '"left":\["-O2"\]'
