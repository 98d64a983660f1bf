# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A crash of clang, in a tree that is gone when its reproducer is given.
mkdir tree "$HERE/reports"
echo '#define THIRD(x) ((x) / 3)' >tree/third.h
cat >tree/div.c <<'EOF'
#include "third.h"
int unused(int a) { return a + 1; }
int f(int a) { int b = a - D; return THIRD(b) + unused(a); }
EOF
(cd tree && clang-14 -w -target bpf -O1 -D D=2 -I. -MMD -MF div.d \
  -fcrash-diagnostics-dir="$HERE/reports" -c div.c -o div.o) 2>/dev/null || :
rm -r tree
mv "$HERE"/reports/div-*.sh "$HERE/reports/bug.sh"
