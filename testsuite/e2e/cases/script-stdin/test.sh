#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
[ $# -eq 1 ] && grep -qw "$1"
