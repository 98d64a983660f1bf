# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What is missing is said long before the end.
echo 'LC_ALL=C cat lib.sh; seq 30; exit 1' >main.sh
echo 'exit 4' >lib.sh
