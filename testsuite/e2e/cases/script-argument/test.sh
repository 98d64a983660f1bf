#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
[ $# -eq 2 ] && [ -f "$2" ] && grep -qw "$1" "$2"
