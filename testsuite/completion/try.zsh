# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completes lines in zsh, as try.bash does. Usage: zsh -f try.zsh FOLDER <LINES
# where FOLDER holds the script as _clang-hdd.
#
# Completion works in the line editor only, so a second zsh is started on a
# pseudoterminal, and there compadd prints what it is given.
zmodload zsh/zpty
zpty inner zsh -f -i
zpty -w inner "PS1= PS2= fpath=(${(q)1} \$fpath) LISTMAX=9999
autoload -Uz compinit; compinit -D -u
compadd() {
  (( \${@[(I)-[OAD]]} )) && { builtin compadd \"\$@\"; return }
  local -a hits
  builtin compadd -A hits \"\$@\"
  for hit in \$hits; print -r -- \"<\$IPREFIX\$hit>\"
  builtin compadd \"\$@\"
}
finish() { print finish'ed'; zle kill-whole-line }
zle -N finish; bindkey '^I' complete-word '^E' finish; print start'ed'"
zpty -r inner answer '*started*'
while IFS= read -r line; do
  zpty -n -w inner "clang-hdd $line"$'\t\x05'
  zpty -r inner answer '*finished*'
  print -r -- "$answer" | tr -d '\r' | sed -n 's/^.*<\([^<>]*\)>$/\1/p'
  print
done
zpty -d inner
