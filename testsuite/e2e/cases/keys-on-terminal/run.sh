# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What the keys do, and that the terminal is what it was before.
fail() {
  echo "$*" >&2
  cat screen >&2
  exit 1
}
until_true() { await "$@" || fail "waited for $*"; }
events() { [ "$(grep -c "$1" events)" -ge "$2" ]; } 2>/dev/null
mkfifo keys
said() { [ "$(tr -d '\r' <screen | grep -c "$1")" -ge "$2" ]; } 2>/dev/null
says() { # WORDS [COUNT]
  until_true said "$1" "${2:-1}"
}
sit_down() { # ARGUMENT ...
  rm -rf before after stopped code go events small.c small.hdd screen
  env --default-signal=INT SHELL=/bin/sh \
    script -qfc "sh '$HERE/at-terminal.sh' $*" screen <keys >/dev/null &
  script=$!
  exec 3>keys
  until_true events '"accept"' 2
}
stand_up() { # STATUS WORDS
  until_true test -s code
  exec 3>&-
  wait "$script"
  cmp before after || fail "$2: the terminal is not what it was"
  [ "$(cat code)" -eq "$1" ] || fail "$2: exit status $(cat code)"
  [ "$(grep -cw bug small.c)" -ge 200 ] || fail "$2: not interesting"
}
for jobs in 1 4; do
  # The passes are left one by one, long before they are done, on a loaded
  # machine too.
  export PAUSE=0.1
  sit_down -j "$jobs" --test "$HERE/test.sh" input.c
  says 'keys: s skips the present pass, p prints the smallest text so far, q'
  printf 'p' >&3
  says 'the smallest text so far ([0-9]* bytes, in small.c):'
  says 'bug;$'
  printf '?' >&3
  says 'keys: s skips' 2
  for pass in 1 2; do
    printf s >&3
    until_true events '"pass-end"' "$pass"
  done
  says 'the rest of this pass is skipped' 2
  printf q >&3
  stand_up 0 s
  says 'stopping with the smallest text so far'
  grep -q 'stopped after' screen || fail 'q is not said'
  tests=$(tail -n 1 events | grep -o '"tests":[0-9]*' | tr -dc 0-9)
  [ "$tests" -lt 120 ] || fail "$tests tests" # without s 148 for the first pass
  unset PAUSE

  sit_down -j "$jobs" --test "$HERE/test.sh" input.c
  printf '\003' >&3
  stand_up 130 Ctrl-C

  sit_down -j "$jobs" --max-tests 60 --test "$HERE/test.sh" input.c
  printf '\032' >&3
  until_true test -s stopped
  cmp before stopped || fail 'a stopped job keeps the terminal'
  : >go
  stand_up 0 Ctrl-Z
done
rm -f keys before after stopped code go events screen
