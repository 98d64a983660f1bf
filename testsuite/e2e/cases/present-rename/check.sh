# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
grep -q '"renamed":5,"names_kept":0' "$(dirname "$HERE")/out"
