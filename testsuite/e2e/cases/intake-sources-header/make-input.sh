# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Two sources with a header beside them, which the crash needs.
echo 'int bug;' >flaw.h
echo 'int good;' >good.c
printf '#include "flaw.h"\nint a;\n' >bad.c
