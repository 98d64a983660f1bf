# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
echo "int bug;" >secret.c; chmod 000 secret.c
