# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
printf 'int a;\nextern int bug;\nint main(void)\n{\n  return bug;\n}\n' >main.c
printf 'int b, flaw;\nint bug;\n' >util.c
