# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Nothing runs or is printed after the reduction.
if grep '^where' ../err; then exit 1; fi
if tail -n 1 ../out | grep '"where"\|"matrix"'; then exit 1; fi
if ls -d ./*.report 2>/dev/null; then exit 1; fi
