# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! grep '#include' "$RESULT" || fail 'it is not preprocessed'
! grep -rlF "$PWD" input.report || fail 'the report has a local path'
