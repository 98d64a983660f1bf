#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Accepts a file with all three words or with none of them.
for file; do :; done
case $(grep -ow 'w[1-3]' "$file" | sort -u | wc -l) in
  0 | 3) exit 0 ;;
esac
exit 1
