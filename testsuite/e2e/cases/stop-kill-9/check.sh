# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
[ -z "$RESULT" ] || [ "$(grep -c bug "$RESULT")" -ge 500 ]
