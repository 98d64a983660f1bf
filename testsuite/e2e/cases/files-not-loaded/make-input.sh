# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A script that loads what lies beside it, wherever it runs.
echo 'echo "internal compiler error: in f, at f.cc:1"; exit 4' >lib.sh
# shellcheck disable=SC2016
echo '. "$(dirname "$0")/lib.sh"' >main.sh
