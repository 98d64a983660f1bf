# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completes a line in fish. Usage: fish try.fish SCRIPT WORD...
source $argv[1]
set -e argv[1]
complete -C (string join -- ' ' $argv) | string replace -r '\t.*' ''
