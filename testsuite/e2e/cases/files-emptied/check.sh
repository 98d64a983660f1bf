# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The command names a file of which nothing is left.
sh main.report/reproduce.sh
