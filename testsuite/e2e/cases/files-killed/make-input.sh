# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A source with a header in a folder.
mkdir src
printf '#include "src/lib.h"\nint a;\nint f(void)\n{\n  return bug + a;\n}\n' >main.c
printf '#ifndef LIB\n#define LIB\nint b;\nint flaw, c;\nextern int bug;\n#endif\n' >src/lib.h
