#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
for file; do :; done
grep -qw cow "$file"
