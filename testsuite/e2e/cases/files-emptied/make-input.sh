# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
echo 'int bug; int a;' >main.txt
echo 'int b;' >other.txt
