# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completes a line in bash as readline has it done. Usage:
#   bash try.bash SCRIPT WORD...    prints what the last word may become
# shellcheck source=/dev/null
. "$1"
shift
# readline breaks words at "=".
COMP_WORDS=()
for word in "$@"; do
  case $word in
  --*=*) COMP_WORDS+=("${word%%=*}" '=' "${word#*=}") ;;
  *) COMP_WORDS+=("$word") ;;
  esac
done
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_clang_hdd
printf '%s\n' "${COMPREPLY[@]}"
