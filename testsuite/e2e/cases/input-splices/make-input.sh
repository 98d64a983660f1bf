# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
printf 'int a;\nint b\\\nug; int bug;\n??=define X 1\nint\\\n c;\n' >input.c
