#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
exit 0
