#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Closes its descriptors and stops itself.
exec 0<&- 1>&- 2>&-
grep -qw bug input.c && exit 0
kill -STOP $$
