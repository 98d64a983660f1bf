# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completes a line in zsh. Usage: zsh -f try.zsh FOLDER WORD...
# where FOLDER holds the script as _clang-hdd.
#
# Completion works in the line editor only, so a second zsh is started on a
# pseudoterminal, and there compadd prints what it is given.
zmodload zsh/zpty
folder=$1
shift
zpty inner zsh -f -i
zpty -w inner "PS1= PS2= fpath=(${(q)folder} \$fpath) LISTMAX=9999
autoload -Uz compinit; compinit -D -u
compadd() {
  (( \${@[(I)-[OAD]]} )) && { builtin compadd \"\$@\"; return }
  local -a hits
  builtin compadd -A hits \"\$@\"
  for hit in \$hits; print -r -- \"<\$IPREFIX\$hit>\"
  builtin compadd \"\$@\"
}
finish() { print finish'ed' }
zle -N finish; bindkey '^I' complete-word '^E' finish; print start'ed'"
zpty -r inner answer '*started*'
zpty -n -w inner "${(j: :)@}"$'\t\x05'
zpty -r inner answer '*finished*'
print -r -- "$answer" | tr -d '\r' | sed -n 's/^.*<\([^<>]*\)>$/\1/p'
zpty -d inner
