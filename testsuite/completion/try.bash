# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completes lines in bash as readline has it done. Usage:
#   bash try.bash SCRIPT <LINES    prints for each what its last word may become,
#                                  and an empty line
# shellcheck source=/dev/null
. "$1"
while IFS= read -r line; do
  # readline breaks words at "=".
  read -r -a COMP_WORDS <<<"clang-hdd ${line//=/ = }"
  [[ $line != *' ' ]] || COMP_WORDS+=('')
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  COMPREPLY=()
  _clang_hdd
  printf '%s\n' "${COMPREPLY[@]}"
  [[ -z ${COMPREPLY[*]} ]] || echo
done
