# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completes lines in fish, as try.bash does. Usage: fish try.fish SCRIPT <LINES
source $argv[1]
while read -l line
    complete -C "clang-hdd $line" | string replace -r '\t.*' ''
    echo
end
