# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
mkdir -p inc/deep
echo 'int a; int bug; int c;' >inc/deep/lib.h
echo '#include "beside.h"' >inc/deep/more.h
echo 'int beside;' >inc/deep/beside.h
printf '#include <deep/lib.h>\n#include <deep/more.h>\nint d;\n' >main.c
