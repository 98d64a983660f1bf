#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Overwrites and removes its input.
grep -qw bug input.c
status=$?
echo gone >input.c
rm -f input.c
exit "$status"
