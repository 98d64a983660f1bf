# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# They are listed, and nothing is saved.
[ ! -e input.hdd ]
tail -n 1 ../out | grep -q '"other_files":\[null,null\]'
if grep -q others/ ../err; then exit 1; fi
