# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What ended with 77 is kept under the input's suffix, each text once.
cd input.hdd/also-interesting || exit 1
[ -e 0001.c ]
for file in *; do
  if grep -qw bug "$file"; then exit 1; fi
done
[ -z "$(md5sum ./* | cut -d' ' -f1 | sort | uniq -d)" ]
