# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A line of a build's log, with all that stands in such lines.
mkdir sub && mv input.c sub/
"$PROGRAM" --json --no-report -- \
  "cd sub && LEVEL=1 ccache '$HERE/cc.sh' -MD -MF x.d -c input.c -o x.o >log 2>&1" \
  </dev/null
