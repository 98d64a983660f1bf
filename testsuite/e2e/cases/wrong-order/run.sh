# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The order of evaluation differs between GCC and Clang on the one hand and simple
# compilers on the other: one of these is asked about a text that the other builds
# otherwise, and refuses it.
"$PROGRAM" --wrong-code --explain-oracle input.c -- pcc -w >explained
command=$(sed -n 's/^command *//p' explained)
echo 'long sysconf(int);' >prototypes.h
command=$(printf '%s\n' "$command" |
  sed "s#[^ ']*/kept/prototypes\.h#$PWD/prototypes.h#g")
for text in input.c "$HERE/text.c"; do
  mkdir folder && cp "$text" folder/input.c
  code=0
  (cd folder && eval "exec $command") >/dev/null || code=$?
  sed -n "s/^\(steps\)\{0,1\} *$code: //p" explained >>refused
  rm -r folder
done
[ "$(cat refused)" = 'tcc -O0' ] || fail "not by tcc: $(cat refused)"
rm explained prototypes.h refused
