#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A crash that depends on the blanks in a line, not on those before it.
grep -q 'return     first' input.lua && grep -q 'second' input.lua
