# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Laid out, the text would be larger than the file.
[ "$(wc -c <input.reduced.c)" -le "$(wc -c <input.c)" ]
