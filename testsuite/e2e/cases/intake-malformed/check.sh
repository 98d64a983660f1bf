# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
[ "$(find . -name '*.reduced.*' -o -name '*.hdd' | wc -l)" -eq 0 ]
