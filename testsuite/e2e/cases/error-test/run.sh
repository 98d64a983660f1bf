# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Wrong uses of --test and --input-as: one line each.
cp input.c other.c
says() { # LINE ARGUMENT...
  line=$1 code=0
  shift
  "$PROGRAM" "$@" 2>err || code=$?
  [ "$code" -eq 1 ] && [ "$(cat err)" = "clang-hdd: error: $line" ] ||
    fail "$code: $(cat err)"
  rm err
}
says '--input-as pipe: use name, argument or stdin' --input-as pipe -c true input.c
says '--input-as: leave it out; it is for --test and --commands' --input-as stdin input.c
says 'other.c: one FILE only with --input-as stdin' --input-as stdin -c true input.c other.c
for part in '2>&1' '|cat' '$(true)' '&& true' '<input.c'; do
  shown=${part#2}
  says "--test: ${shown%% *} is for a shell; use -c, which runs one in the folder of the test, so name the script by its whole path" \
    --test "./t.sh \"a b\" $part" input.c
done
"$PROGRAM" --no-report --test "grep '|' input.c" input.c 2>err && fail 'a quoted word is refused'
grep -q 'not interesting to grep' err || fail "$(cat err)"
rm other.c err
