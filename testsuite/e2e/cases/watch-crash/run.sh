# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What is kept of a crash, and what is not; list shows it.
export XDG_STATE_HOME="$PWD/state"
cp -R "$HERE/project" .
watch() { # STATUS ARGUMENT...: of the compiler
  wanted=$1 code=0
  shift
  "$PROGRAM" watch -- "$HERE/cc.sh" "$@" >out 2>err </dev/null || code=$?
  [ "$code" -eq "$wanted" ] || fail "$* ends with $code: $(cat err)"
}
none() { # ARGUMENT...: nothing is kept, nothing said
  watch "$@"
  ! grep '^clang-hdd' err || fail "$*: $(cat err)"
  [ ! -e state ] || fail "$* is kept"
}
"$PROGRAM" list | grep -q '^no crashes' || fail 'list is not empty'
none 1 -c project/wrong.c
none 0 -E project/bug1.c
none 1 -c project/bug1.c -M
cp project/bug1.c conftest.c
none 1 -c conftest.c
# Standard input cannot be read twice.
echo 'int bug = wrong;' | "$PROGRAM" watch -- gcc -x c - -c -o x.o 2>err &&
  fail 'an error passes'
! grep '^clang-hdd' err || fail 'standard input'

# One source of several, in a response file, with outputs that stay ours.
echo keep >bug1.o
printf '%s\n' '-c -DNAME="a\ b" project/good.c' \
  'project/bug1.c -o bug1.o' >words
watch 1 @words -Iproject
grep -qE '^clang-hdd: cc\.sh crashed \(internal compiler error: in make_bug, at bug\.cc:42\); kept as ([0-9a-f]{10}): clang-hdd reduce \1$' err ||
  fail "$(cat err)"
[ "$(cat bug1.o)" = keep ] || fail 'an output of the second run is seen'
id=$(sed -n 's/^clang-hdd: .* reduce //p' err)
folder=state/clang-hdd/crashes/$id
grep -q '^extern int other' "$folder/bug1.c" || fail 'not preprocessed'
! grep -q include "$folder/bug1.c" || fail 'it includes'
grep -q 'internal compiler error' "$folder/output.txt" || fail 'no output'
"$PROGRAM" list --json >json
for fact in '"word": "project/bug1.c"' '"standalone": true' '"seen": 1' \
  "\"directory\": \"$PWD\"" '"-DNAME=a b"' '"PATH=' "\"id\": \"$id\""; do
  grep -qF -e "$fact" json || fail "no $fact in $(cat json)"
done
! grep -q good.c json || fail 'the other source is in the command'
"$PROGRAM" list | tail -n 1 |
  grep -qE "^$id +20..-..-.. ..:.. +1 +cc\\.sh +project/bug1\\.c +internal" ||
  fail "$("$PROGRAM" list)"
"$PROGRAM" list "$(printf '%.4s' "$id")" | grep -q '^reduce .*clang-hdd reduce' ||
  fail 'one is not shown'

# An option whose value looks like a source keeps it; what is included goes with
# a text that has it, and what env sets is kept.
"$PROGRAM" list --remove "$id"
folder=$PWD/$folder
(
  cd project
  echo 'typedef int number;' >pre.c
  echo 'number bug;' >bug4.c
  cat >sure.sh <<'END'
#!/bin/sh
[ "$SURE" = 1 ] || exec gcc "$@"
exec "${0%/*}/../cc.sh" "$@"
END
  chmod +x sure.sh
  cp "$HERE/cc.sh" ..
  "$PROGRAM" watch -- env -u LANG SURE=1 ./sure.sh -MD -MT all.c -include pre.c \
    -S -o - bug4.c >/dev/null 2>../err && fail 'it passes'
  rm pre.c
)
[ "$(sed -n 's/^clang-hdd: .* reduce //p' err)" = "$id" ] || fail "$(cat err)"
"$PROGRAM" list "$id" | grep -qx 'command *\./sure\.sh -MD -MT all\.c -S -o - bug4\.c' ||
  fail "$("$PROGRAM" list "$id")"
grep -q 'typedef int number' "$folder/bug4.c" || fail 'pre.c is not in the text'
"$PROGRAM" list --json >json
grep -q '"SURE=1"' json || fail 'what env sets is lost'
! grep -q '"LANG=' json || fail 'what env unsets is not'
mv "$folder" copy
"$PROGRAM" --no-report copy >out 2>&1 || fail "$(cat out)"
! grep -q '^reduced flags.*copy' out || fail "the file is an option: $(cat out)"
rm -rf bug4.* cc.sh copy
watch 1 @words -Iproject

# What a bundle says is shown as text, and a list that cannot be printed is an error.
cp -R "$folder" "${folder%/*}/forged"
sed -i 's/"signature": ".*"/"signature": "\\u001b[31mred\\nline"/' \
  "${folder%/*}/forged/bundle.json"
"$PROGRAM" list | grep -q '?\[31mred?line$' || fail "$("$PROGRAM" list)"
"$PROGRAM" list forged | grep -q '^crash *?\[31mred?line$' ||
  fail "$("$PROGRAM" list forged)"
"$PROGRAM" list --remove forged
code=0
"$PROGRAM" list >/dev/full 2>err || code=$?
[ "$code" -eq 11 ] && grep -q 'cannot be written' err || fail "$code $(cat err)"

# The same crash elsewhere is counted.
watch 1 -c project/bug2.c
grep -q "crashed again (.*), seen 2 times: clang-hdd reduce $id\$" err ||
  fail "$(cat err)"
[ "$("$PROGRAM" list | wc -l)" -eq 2 ] || fail 'two bundles'
"$PROGRAM" list --remove "$id"
[ ! -e "$folder" ] || fail 'not removed'

# A pipe is empty the second time; no process waits for it.
mkfifo pipe.c
printf '#!/bin/sh\nread -r line <"$2"; kill -SEGV $$\n' >cc && chmod +x cc
(exec sleep 60 >pipe.c) & sleep=$!
(echo line >pipe.c) &
code=0
timeout 9 "$PROGRAM" watch -- ./cc -c pipe.c 2>err </dev/null || code=$?
kill "$sleep"
[ "$code" -eq 139 ] || fail "a pipe: $code"
printf '#!/bin/sh\nread -r line <"${2#@}"; kill -SEGV $$\n' >cc
mkfifo words.pipe
(echo '-c a.c' >words.pipe) &
code=0
timeout 9 "$PROGRAM" watch -- ./cc -c @words.pipe 2>err </dev/null || code=$?
[ "$code" -eq 139 ] || fail "a pipe of words: $code"
rm -f pipe.c words.pipe cc

# A death that does not happen again is said; a crash that does is kept.
died() { # STATUS SCRIPT: a compiler that does this
  printf '#!/bin/sh\n%s\n' "$2" >cc && chmod +x cc
  code=0
  "$PROGRAM" watch -- ./cc -c a.c 2>err </dev/null || code=$?
  [ "$code" -eq "$1" ] || fail "$2: ends with $code"
  [ "$(grep -c ^clang-hdd: err)" -eq 1 ] || fail "$2: $(cat err)"
}
: >a.c
# shellcheck disable=SC2016 # the compiler expands them
{
  died 139 '[ -e "$0.done" ] && exit 1; : >"$0.done"; kill -SEGV $$'
  grep -q '^clang-hdd: cc died, but not when it was run again; nothing is kept$' \
    err || fail "$(cat err)"
  died 134 'kill -ABRT $$'
  grep -q '^clang-hdd: cc crashed (signal SIGABRT); kept as' err ||
    fail "$(cat err)"
}
rm -rf project state out err words json cc cc.done ./*.c ./*.o
