# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The test for LLVM's own suite is one of the language; no kit is needed.
[ -s input.report/lit-test.cu ]
clang++-14 --cuda-device-only --cuda-gpu-arch=sm_50 -nocudainc -nocudalib \
  -fsyntax-only "$RESULT"
