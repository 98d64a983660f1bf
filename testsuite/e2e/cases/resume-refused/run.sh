# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What is not the same reduction is refused, in one line, and nothing is touched.
cp "$HERE/cc.sh" .
"$PROGRAM" --max-tests 2 input.c -- ./cc.sh
state() { tar -cf - ./* | cksum; }
refuse() { # WORDS ARGUMENT...
  words=$1
  shift
  before=$(state) code=0
  "$PROGRAM" --resume "$@" >out 2>err || code=$?
  if [ "$code" -ne 15 ] || [ "$(wc -l <err)" -ne 1 ] || [ -s out ] ||
    ! grep -q "$words" err; then
    echo "not $words: $code, $(cat err)" >&2
    exit 1
  fi
  rm out err
  [ "$(state)" = "$before" ] || exit 1
}
refuse 'its command was: .*/cc.sh -c input.c' input.c -- ./cc.sh -O1
refuse 'its options were: none' --allow-invalid input.c -- ./cc.sh
refuse 'its options were: none' -a hdd input.c -- ./cc.sh
printf 'grep -q bug input.c\n' >words
"$PROGRAM" --max-tests 2 -o script.c --test "sh $PWD/words" input.c || exit 1
echo true >>words
refuse 'the script is not the one' -o script.c --test "sh $PWD/words" input.c
echo >>input.c
refuse 'the input is not the one' input.c -- ./cc.sh
