# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The keys of a terminal do with watch what they do without.
fail() {
  echo "$*" >&2
  cat screen >&2
  exit 1
}
until_true() { await "$@" || fail "waited for $*"; }
ended() { ! kill -0 "$(cat started)" 2>/dev/null; }
awake() { ! grep -q '^State:[[:space:]]*T' "/proc/$(cat started)/status"; }
export XDG_STATE_HOME="$PWD/state"
mkfifo keys
sit_down() { # watch or not
  rm -f before after stopped go code started word screen
  env --default-signal=INT,QUIT SHELL=/bin/sh \
    script -qfc "sh '$HERE/at-terminal.sh' $1" screen <keys >/dev/null &
  script=$!
  exec 3>keys
  until_true test -s started
}
stand_up() { # STATUS WORDS
  until_true test -s code
  exec 3>&-
  wait "$script"
  cmp before after || fail "$2: the terminal is not what it was"
  [ "$(cat code)" -eq "$1" ] || fail "$2: exit status $(cat code)"
  until_true ended
}
for how in plain watch; do
  sit_down "$how"
  printf '\003' >&3
  stand_up 130 "$how Ctrl-C"
  [ ! -e word ] || fail "$how: Ctrl-C did not end it"

  sit_down "$how"
  printf '\034' >&3
  stand_up 131 "$how Ctrl-\\"

  sit_down "$how"
  printf '\032' >&3
  until_true test -e stopped
  : >go
  until_true awake
  printf 'hello\n' >&3
  stand_up 3 "$how Ctrl-Z"
  [ "$(cat word)" = hello ] || fail "$how: read $(cat word)"
done
[ ! -e state ] || fail 'something is kept'
rm -f keys before after stopped go code started word screen
