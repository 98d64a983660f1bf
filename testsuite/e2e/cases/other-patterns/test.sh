#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
sh input.conf 2>/dev/null | grep -qx "it's crash"
