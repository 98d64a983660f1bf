# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
printf 'int a;\r\nint bug;\r\nint f(void)\r\n{\r\n  return a;\r\n}\r\n' >input.c
