#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
echo "input.c:1:1: warning: what the compiler says" >&2
