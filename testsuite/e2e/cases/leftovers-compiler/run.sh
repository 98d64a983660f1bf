# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck source=testsuite/e2e/cases/leftovers-script/left.sh
. "$HERE/left.sh"
export LITTER="$PWD/../litter"
mkdir "$LITTER"
for jobs in 1 4; do
  for signal in END INT TERM KILL; do
    end_by "$signal" -j "$jobs" --max-tests 60 input.c -- "$HERE/cc.sh"
    # A shell may lose a signal while it starts something.
    files=$(find "$LITTER" -type f -print -delete | wc -l)
    [ "$files" -le 5 ] || fail "$files files of litter after $signal -j $jobs"
  done
done
