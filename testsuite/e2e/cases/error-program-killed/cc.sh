#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A driver: what it runs is killed.
echo 'gcc: fatal error: Killed signal terminated program cc1' >&2
exit 1
