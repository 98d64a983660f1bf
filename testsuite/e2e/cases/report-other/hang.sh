#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A compiler that waits for ever because of a word.
for file; do :; done
if grep -q bug "$file"; then sleep 1000; fi
