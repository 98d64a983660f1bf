# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# With pcc a status may show what a wrong line shows, but not what is left in a register
# where main ends without a return.
"$PROGRAM" --wrong-code input.c -- pcc -w 2>log || fail "$(cat log)"
grep -q 'another line of output or a failure' log || fail "$(cat log)"
grep -q printf "$RESULT" && fail "printed: $(cat "$RESULT")"
"$PROGRAM" --wrong-code --explain-oracle input.c -- pcc -w >explained
command=$(sed -n 's/^command *//p' explained)
echo 'int printf(const char *, ...);' >prototypes.h
command=$(printf '%s\n' "$command" |
  sed "s#[^ ']*/kept/prototypes\.h#$PWD/prototypes.h#g")
mkdir folder && cp "$HERE/text.c" folder/input.c
code=0
(cd folder && eval "exec $command") >/dev/null || code=$?
refused=$(sed -n "s/^\(steps\)\{0,1\} *$code: //p" explained)
case $refused in
*' end of main') ;;
*) fail "not by its end: $refused" ;;
esac
rm -r folder explained prototypes.h log
