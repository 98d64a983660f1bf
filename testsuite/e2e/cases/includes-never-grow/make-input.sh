# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
printf '#include <stdio.h>\n#include <stdlib.h>\nint a;\nint bug;\nint b;\n' >less.c
