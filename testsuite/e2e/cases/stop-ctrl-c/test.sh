#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
[ -z "${TESTED:-}" ] || echo >>"$TESTED"
sleep 0.1
[ "$(grep -c bug input.c)" -ge 500 ]
