# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! grep -q 'reduced flags' ../err
! grep -q '"flags"' ../out
