# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Each text in texts/ is built wrong and has undefined behaviour of its own: a test
# refuses it, and the step that does so has a name. Its hosts are gone then, so that it
# builds whole programs; its prototypes are too, and written anew.
"$PROGRAM" --wrong-code --explain-oracle input.c -- \
  "$ROOT/testsuite/e2e/wrong-cc.sh" -O2 >explained
command=$(sed -n 's/^command *//p' explained)
case $command in
*/kept/host-*) ;;
*) fail 'each text is linked with the runtimes of sanitizers' ;;
esac
case $command in
*/kept/prototypes.h*) ;;
*) fail 'the declarations of library functions are not held' ;;
esac
echo 'long sysconf(int);' >prototypes.h
command=$(printf '%s\n' "$command" |
  sed "s#[^ ']*/kept/prototypes\.h#$PWD/prototypes.h#g")
test_text() { # FILE: the exit status of a test
  mkdir folder && cp "$1" folder/input.c
  code=0
  (cd folder && eval "exec $command") || code=$?
  rm -r folder
  return "$code"
}
test_text input.c || fail "the original is refused: $?"
for text in "$HERE"/texts/*.c; do
  code=0
  test_text "$text" || code=$?
  step=$(sed -n "s/^\(steps\)\{0,1\} *$code: //p" explained)
  name=$(basename "$text" .c)
  case $name in
  aliasing) continue ;; # its host finds it; see wrong-types
  esac
  [ "$code" -ge 17 ] && [ -n "$step" ] || fail "$name is not refused: $code"
  printf '%s: %s\n' "$name" "$step" >&2
done
rm explained prototypes.h
