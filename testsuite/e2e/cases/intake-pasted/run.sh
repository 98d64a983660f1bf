# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A line of a build's log, with all that stands in such lines.
mkdir sub && mv input.c sub/
# What make prints of a recipe may be more than a command.
"$PROGRAM" --no-report -o loop.c -- \
  "cd sub; for i in 1; do if '$HERE/cc.sh' -c input.c; then :; fi; done" \
  </dev/null >loop 2>&1 && grep -qw bug loop.c || { cat loop; exit 1; }
"$PROGRAM" --json --no-report -- \
  "cd sub && LEVEL=1 ccache '$HERE/cc.sh' -MD -MF x.d -c input.c -o x.o >log 2>&1" \
  </dev/null
