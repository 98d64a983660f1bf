#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
sleep "${PAUSE:-0.02}"
[ "$(grep -cw bug input.c)" -ge 200 ]
