# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Neither way preprocesses it and keeps the crash.
grep -q include "$RESULT"
