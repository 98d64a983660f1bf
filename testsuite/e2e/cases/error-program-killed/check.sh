# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
[ -z "$RESULT" ]
