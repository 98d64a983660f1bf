#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Tells whether it may gain rights: a sandboxed process may not.
sed -n 's/^NoNewPrivs:[[:space:]]*//p' /proc/self/status >"${RIGHTS:-/dev/stdout}"
[ ! -e input.c ] || grep -qw bug input.c
