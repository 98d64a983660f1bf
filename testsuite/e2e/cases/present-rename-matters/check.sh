# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
grep -q '"renamed":4,"names_kept":1' first
grep -q '"renamed":4,"names_kept":1' "$(dirname "$HERE")/out"
