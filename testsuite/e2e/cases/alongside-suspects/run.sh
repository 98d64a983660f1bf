# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A bisection that finds no single commit takes nothing from the reduction, and one
# line says that it is unchecked. One that cannot even begin ends both.
# shellcheck source=testsuite/e2e/moving-toy.sh
. "$ROOT/testsuite/e2e/moving-toy.sh"
toy_history c2 c3 c4
toy_reduce --no-report
[ "$status" = 0 ] || toy_fail "status $status: $(cat err.txt)"
toy_says '"end":"suspects"'
toy_says '"checked":false'
[ "$(grep -c 'nothing has checked that' err.txt)" = 1 ] || toy_fail "$(cat err.txt)"
printf 'first;\n' | cmp - bug.reduced.c

# Such errors are one line each, and leave nothing.
rm -rf bug.hdd bug.reduced.c err.txt out.json
: >err.txt && : >before && find . -maxdepth 1 | sort >before
wrong() { # STATUS LINE OPTION...
  wanted=$1 line=$2
  shift 2
  code=0
  "$PROGRAM" --bisect "$@" bug.c -- '{build}/toycc' -O2 >out.txt 2>err.txt ||
    code=$?
  [ "$code" = "$wanted" ] || toy_fail "status $code, not $wanted: $(cat err.txt)"
  [ "$(wc -l <err.txt)" = 1 ] || toy_fail "$(cat err.txt)"
  grep -q "error: .*$line" err.txt || toy_fail "no '$line' in $(cat err.txt)"
  rm out.txt
  find . -maxdepth 1 | sort | cmp - before || toy_fail "something is left"
}
wrong 7 'does not crash' --repo toy --good c1 --bad c2 \
  --build 'rm -f broken; sh build.sh'
wrong 20 'has no compiler' --repo toy --good c1 --bad c4 --build 'sh build.sh'
wrong 18 'nowhere' --repo nowhere --good c1 --bad c4 --build 'sh build.sh'
wrong 18 'c99' --repo toy --good c1 --bad c99 --build 'sh build.sh'
wrong 19 '' --repo toy --good c10 --bad c5 --build 'sh build.sh'
wrong 13 'no such pass' --only-pass nonsense --repo toy --good c1 --bad c10 \
  --build 'sh build.sh'
wrong 1 '--test' --test x.sh --repo toy --good c1 --bad c10 --build 'sh build.sh'
