# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Headers beside and elsewhere, one twice on purpose, one that says it is enough.
mkdir src inc
printf '#include "a.h"\n#include "a.h"\nstruct s x = { bug, bug };\n' >src/main.c
printf '#pragma once\n#include <b.h>\n#define X(n) int n##1;\n' >src/a.h
printf '#include "list.def"\n#undef X\n' >>src/a.h
printf '#define X(n) int n##2;\n#include "list.def"\nenum { bug = 4 };\n' >>src/a.h
printf '#ifndef B\n#define B\nstruct s { int a, b; };\n#endif\n' >inc/b.h
printf 'X(one)\nX(two)\n' >inc/list.def
