# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Each compiler of two kinds, started ahead and forked.
# shellcheck source=testsuite/e2e/cases/leftovers-script/left.sh
. "$HERE/left.sh"
end_in_all_ways() { # COMPILER ...
  for jobs in ${HDD_THOROUGH:+1} 4; do
    for signal in END INT TERM KILL; do
      most=1000
      [ "$signal" != END ] || most=20
      end_by "$signal" -j "$jobs" --max-tests "$most" input.c -- "$@"
    done
  done
}
end_in_all_ways clang-14 -w -target r600 -O2
cp "$ROOT/examples/h8300-instrument/input.c" .
end_in_all_ways h8300-hitachi-coff-gcc -w -O3 -finstrument-functions
