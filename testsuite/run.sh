#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs the tests: installs what they need where apt-get can, builds with warnings
# as errors, then ctest on the debug build, libreduce's unit tests under valgrind,
# the build with AddressSanitizer and UBSan, and the fuzz harnesses for a bounded
# time. Works from any folder.
#
#   run.sh              what a change has to pass; a quarter of an hour on two cores
#   run.sh --quick      the debug build only
#   run.sh --all        all inputs, all cases under sanitizers too, and what takes
#                       minutes, the network or root: for a release
#
# The end-to-end cases come last. With $HDD_MINUTES they are taken in any order, 30 at a
# time, for as long as that many minutes are not over; the totals say how many are left.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
quick=false thorough=OFF
case ${1:-} in
  '') ;;
  --quick) quick=true ;;
  --all) thorough=ON ;;
  *)
    echo "usage: run.sh [--quick | --all]" >&2
    exit 2
    ;;
esac
jobs=$(nproc 2>/dev/null || echo 2)
begun=$(date +%s)
summary=$(mktemp) cases=$(mktemp)
trap 'rm -f "$summary" "$cases"' EXIT
failed=0
. "$root/testsuite/packages.sh"
# shellcheck disable=SC2154,SC2086 # packages.sh sets them; words on purpose
need_packages $build_packages $test_packages

build() { # PRESET
  printf '\n== build: %s\n' "$1"
  (cd "$root" && cmake --preset "$1" -DHDD_THOROUGH="$thorough" \
    -DHDD_TEST_DATA="$root/build-debug/testsuite/data" >/dev/null)
  cmake --build "$root/build-$1" -j "$jobs"
}
# One test more than there are processors: some of them wait. What fails beside others
# on a machine that others use too may have run out of time: it runs once more, alone.
run() { # TITLE PRESET CTEST-OPTION...
  title=$1 folder=$root/build-$2
  shift 2
  printf '\n== test: %s\n' "$title"
  log=$folder/ctest.log
  check "$title" -j "$((jobs + 1))" "$@" ||
    check "$title, alone" -j 1 --rerun-failed || failed=1
}
check() { # TITLE CTEST-OPTION...
  title=$1 ok=0
  shift
  ctest --test-dir "$folder" --output-on-failure "$@" >"$log" || ok=1
  cat "$log"
  {
    printf '%s: %s\n' "$title" "$(grep 'tests passed' "$log" || echo 'no test')"
    grep -A 99 'The following tests' "$log" || true
  } >>"$summary"
  return "$ok"
}

is_late() {
  [ -n "${HDD_MINUTES-}" ] && [ $(($(date +%s) - begun)) -gt $((HDD_MINUTES * 60)) ]
}
run_cases() {
  if [ -z "${HDD_MINUTES-}" ]; then
    run 'end to end' debug -L e2e
    return
  fi
  some=30 count=0
  ctest --test-dir "$root/build-debug" -N -L e2e | sed -n 's/.*: \(e2e-[^ ]*\)$/\1/p' |
    shuf >"$cases"
  all=$(wc -l <"$cases")
  while [ "$count" -lt "$all" ] && { [ "$count" -eq 0 ] || ! is_late; }; do
    names=$(sed -n "$((count + 1)),$((count + some))p" "$cases" | paste -sd '|' -)
    count=$((count + some < all ? count + some : all))
    run "end to end, $count of $all" debug -R "^($names)\$"
  done
  [ "$count" -eq "$all" ] || echo "end to end: $((all - count)) of $all cases did" \
    "not run, since $HDD_MINUTES minutes were over" >>"$summary"
}

build debug
run 'debug' debug -LE 'valgrind|release|e2e'
if ! $quick; then
  run 'valgrind' debug -L valgrind
  build asan
  export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1
  export LSAN_OPTIONS="suppressions=$root/testsuite/leaks.supp:print_suppressions=0"
  export UBSAN_OPTIONS=print_stacktrace=1
  run 'address and undefined' asan -L 'unit|property|e2e'
  build fuzz
  run 'fuzz' fuzz
  unset ASAN_OPTIONS LSAN_OPTIONS UBSAN_OPTIONS # the cases below run sanitizers too
fi
run_cases
[ "$thorough" = OFF ] || run 'release' debug -j 1 -L release
printf '\n== totals\n'
cat "$summary"
exit "$failed"
