# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A report as GCC writes it. GCC wants the crash to print the same three times,
# which without the randomization of addresses it does.
mkdir "$HERE/reports"
cat >bug.c <<'EOF'
#define NUMBER(x) __builtin_eh_return_data_regno(x)
int unused(int a) { return a + 1; }
int f(int a) { int b = a - 1; return NUMBER(-3) + unused(b); }
EOF
TMPDIR=$HERE/reports setarch -R gcc-12 -std=c90 -O1 -w -D 'X=a b' -I 'no such' \
  -freport-bug -c bug.c >/dev/null 2>&1 || :
rm bug.c
