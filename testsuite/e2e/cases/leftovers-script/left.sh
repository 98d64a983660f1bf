# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sourced by run.sh: runs that end in all ways, and what is left of them.
export SEEN="$PWD/../seen" # where tests note their folders
LEFTOVER=$(mktemp -u leftover-XXXXXXXX)
: >"$SEEN"

marked() { # the processes that have our mark in their environment
  grep -lsz "^LEFTOVER=$LEFTOVER\$" /proc/[0-9]*/environ |
    sed 's#/environ##' || :
}
note() { # the folders that they are in
  for process in $(marked); do
    readlink "$process/cwd" | grep -Fvx "$PWD" >>"$SEEN"
  done
}
left() { # what lives or lies around
  for process in $(marked); do
    { tr '\0' ' ' <"$process/cmdline"; } 2>/dev/null
  done
  sort -u "$SEEN" | while read -r folder; do
    if [ -e "$folder" ]; then echo "$folder"; fi
  done
  ls -A "$TMPDIR"
  find . -mindepth 1 -maxdepth 1 ! -name input.c ! -name input.reduced.c \
    ! -name input.hdd ! -name input.report
}
nothing_left() { [ -z "$(left)" ]; }
check() { # WHAT
  await nothing_left || fail "left after $*: $(left)"
  [ -s "$SEEN" ] || fail "no test was seen before $*"
  : >"$SEEN"
  rm -rf input.hdd input.report input.reduced.c
}
end_by() { # SIGNAL OPTION...; END: to the end, which may also come before a signal
  signal=$1 code=0
  shift
  env --default-signal=INT LEFTOVER="$LEFTOVER" "$PROGRAM" "$@" &
  pid=$!
  until [ "$(wc -l <"$SEEN")" -ge 12 ] && [ -e input.reduced.c ]; do
    kill -0 "$pid" 2>/dev/null || break
    note
    sleep 0.02
  done
  [ "$signal" = END ] || kill "-$signal" "$pid" 2>/dev/null || :
  wait "$pid" || code=$?
  case $signal in
    END) wanted=0 ;; INT) wanted=130 ;; TERM) wanted=143 ;; KILL) wanted=137 ;;
  esac
  [ "$code" -eq "$wanted" ] || [ "$code" -eq 0 ] || fail "exit status $code by $signal"
  check "$signal $*"
}
