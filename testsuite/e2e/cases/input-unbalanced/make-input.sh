# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
cat >input.c <<'END'
)))}}} int a; int bug; {{{ ((( [[[ "unterminated
' x /* and
END
