#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Each run leaves a daemon behind, in a session of its own, orphaned.
setsid sh -c 'setsid sleep 987654 & setsid sleep 987654 &' &
grep -qw bug input.c
