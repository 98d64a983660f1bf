#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler that is caught in a loop by a word.
for file; do :; done
if grep -q bug "$file"; then while :; do :; done; fi
