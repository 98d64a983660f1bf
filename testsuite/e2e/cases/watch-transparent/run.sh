# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# With watch a program is given the same, prints the same and ends the same.
exec 4>&2
fail() {
  echo "$*" >&4
  exit 1
}
export XDG_STATE_HOME="$PWD/state"
both() { # COMMAND...: with and without
  "$@" >plain 2>plain.err 3>>plain.3 9<"$HERE/look.sh" <words || true
  for dashes in '' --; do
    # shellcheck disable=SC2086 # no word is wanted if it is empty
    "$PROGRAM" watch $dashes "$@" >plain.new 2>plain.err.new \
      3>>plain.3 9<"$HERE/look.sh" <words || true
    for file in plain plain.err; do
      sed 's/\.new$//' "$file.new" | diff "$file" - >&2 ||
        fail "$file of $* differs"
    done
  done
}
printf 'words\nfor it\n' >words
both "$HERE/look.sh" a 'b  c' '' -- -x '*'
both sh -c 'printf "%s\n" "$@"; cat' sh -c a.c --help -q
both env --block-signal=USR2,INT --ignore-signal=HUP,CHLD,PIPE \
  "$HERE/look.sh"
both nice -n 3 "$HERE/look.sh"
# shellcheck disable=SC3045 # every shell that is used here has it
(ulimit -n 77 && ulimit -c 0 && umask 0123 && both "$HERE/look.sh")
ends() { # STATUS COMMAND...
  wanted=$1
  shift
  code=0
  "$PROGRAM" watch -- "$@" >out 2>err </dev/null || code=$?
  [ "$code" -eq "$wanted" ] || fail "$* ends with $code"
  [ ! -s out ] || fail "$* prints: $(cat out)"
}
for code in 0 1 2 4 70 125 134 139 255; do ends "$code" sh -c "exit $code"; done
for number in 1 2 3 4 6 7 8 9 10 11 13 14 15 24; do
  # shellcheck disable=SC2016 # the inner shell expands it
  ends $((128 + number)) env --default-signal sh -c 'kill -'$number' $$'
done 2>/dev/null
# A timer that was set before watch was started ends what runs.
code=0
perl -e 'alarm 1; exec @ARGV' "$PROGRAM" watch sleep 20 || code=$?
[ "$code" -eq 142 ] || fail "a timer ends it with $code"
ends 127 no-such-compiler -c a.c
grep -qx 'clang-hdd: no-such-compiler: not found' err || fail "$(cat err)"
ends 127 ./neither -c a.c
ends 126 / -c a.c
grep -q 'Permission denied' err || fail "$(cat err)"
: >text && chmod -x text
ends 126 ./text
[ ! -e state ] || fail 'something is kept'
rm -f words plain plain.* out err text
