# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# main's status shows in fewer tokens what an abort shows.
! grep abort "$RESULT"
