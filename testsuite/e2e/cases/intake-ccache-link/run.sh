# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The compiler's name in PATH is a link to a cache, which does not crash.
mkdir "$HERE/masks" "$HERE/bin"
printf '#!/bin/sh\nexit 0\n' >"$HERE/bin/ccache"
chmod +x "$HERE/bin/ccache"
ln -s ../bin/ccache "$HERE/masks/mycc"
cp "$HERE/cc.sh" "$HERE/bin/mycc"
PATH=$HERE/masks:$HERE/bin:$PATH
"$PROGRAM" --json --no-report input.c -- mycc -O2 </dev/null
