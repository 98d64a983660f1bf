#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs all tests: installs what they need where apt-get can, builds with
# warnings as errors, then ctest on the debug build, on the AddressSanitizer and
# UBSan build, and libreduce's unit tests under valgrind. Works from any folder.
#
#   run.sh [--quick]    --quick: the debug build only
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
quick=${1:-}
jobs=$(nproc 2>/dev/null || echo 2)
summary=$(mktemp)
trap 'rm -f "$summary"' EXIT
failed=0
. "$root/testsuite/packages.sh"
# shellcheck disable=SC2154,SC2086 # packages.sh sets them; words on purpose
need_packages $build_packages $test_packages

build() { # PRESET
  printf '\n== build: %s\n' "$1"
  (cd "$root" && cmake --preset "$1" >/dev/null)
  cmake --build "$root/build-$1" -j "$jobs"
}
run() { # TITLE PRESET CTEST-OPTION...
  title=$1 folder=$root/build-$2
  shift 2
  printf '\n== test: %s\n' "$title"
  log=$folder/ctest.log
  ok=yes
  ctest --test-dir "$folder" -j "$jobs" --output-on-failure "$@" >"$log" ||
    ok=no
  cat "$log"
  {
    printf '%s: %s\n' "$title" "$(grep 'tests passed' "$log" || echo 'no test')"
    grep -A 99 'The following tests' "$log" || true
  } >>"$summary"
  [ "$ok" = yes ] || failed=1
}

build debug
run 'debug' debug -LE valgrind
if [ "$quick" != --quick ]; then
  run 'valgrind' debug -L valgrind
  build asan
  export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1
  export LSAN_OPTIONS="suppressions=$root/testsuite/leaks.supp:print_suppressions=0"
  export UBSAN_OPTIONS=print_stacktrace=1
  run 'address and undefined' asan -L 'unit|property|e2e' -E "e2e-(slow|crash)"
fi
printf '\n== totals\n'
cat "$summary"
exit "$failed"
