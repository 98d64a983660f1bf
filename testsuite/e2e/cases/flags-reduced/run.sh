# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Options that are not needed go, a level becomes the option that it implies, and
# what is printed works when it is typed.
"$PROGRAM" -v --json input.c -- "$HERE/cc.sh" -w -g3 -O3 -DA -D B=1 -I . -fbad \
  -Wl,-a,-b -fPIC -target old -S -o out.s
