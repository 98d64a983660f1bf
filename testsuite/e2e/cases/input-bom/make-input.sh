# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
printf '\357\273\277int a;\nint bug;\nint b;\n' >input.c
