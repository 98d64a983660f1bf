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

# What cannot be started.
printf '#!/bin/sh\r\nexit 0\r\n' >crlf.sh
printf '#! /nonexistent/interp -x\n' >lost.sh
chmod +x crlf.sh lost.sh
mkdir folder
cannot() { # STATUS ERE ARGUMENT...
  wanted=$1 re=$2 code=0
  shift 2
  "$PROGRAM" "$@" >err 2>&1 || code=$?
  [ "$code" -eq "$wanted" ] && [ "$(wc -l <err)" -eq 1 ] &&
    grep -Eq "^clang-hdd: error: $re\$" err || fail "$* ends with $code: $(cat err)"
}
cannot 9 'cannot start .*crlf.sh: its interpreter /bin/sh\\r is not there; end .*' --test ./crlf.sh input.c
cannot 9 'cannot start .*lost.sh: its interpreter /nonexistent/interp is not there' --test ./lost.sh input.c
cannot 5 'cannot start .*lost.sh: its interpreter /nonexistent/interp is not there' input.c -- ./lost.sh
cannot 9 'script ./folder is a folder; name a file in it' --test ./folder input.c
cannot 5 'compiler .*/folder is a folder; name a program in it' input.c -- ./folder
cannot 1 '--commands: name something to run' -c ' ' input.c
cannot 1 '--cc: name a compiler' --cc= input.c
cannot 13 '--grammar none: no such folder; .*' grammar list --grammar none
cannot 13 '--grammar input.c: no such folder; .*' grammar list --grammar input.c

# The log of a run that is done cannot be written.
code=0
"$PROGRAM" --no-report --log-file /dev/full -c 'grep -q bug input.c' input.c 2>err || code=$?
[ "$code" -eq 11 ] && grep -q '^clang-hdd: error: --log-file /dev/full: it cannot be written$' err ||
  fail "$code: $(cat err)"

# A limit ends the second run.
cat >slow.sh <<END
#!/bin/sh
case "\$*" in *input.c*) ;; *) exit 0 ;; esac
[ ! -e $PWD/once ] || sleep 60
: >$PWD/once
echo 'internal compiler error: in f, at f.c:1'
exit 4
END
chmod +x slow.sh
"$PROGRAM" --no-sandbox --timeout 0.3 --max-tests 1 input.c -- ./slow.sh >err 2>&1 || :
grep -q 'same way twice (no crash: not done after 0.3 s)' err || fail "$(cat err)"
rm -rf once slow.sh input.hdd

# A signal while a pipe is waited for.
mkfifo pipe.c
"$PROGRAM" -c 'grep -q bug pipe.c' pipe.c 2>err &
pid=$!
await grep -q 'is a pipe' err
kill -TERM "$pid"
code=0
wait "$pid" || code=$?
[ "$code" -eq 143 ] && ! grep -q error err || fail "$code: $(cat err)"
rm -r other.c err pipe.c crlf.sh lost.sh folder
