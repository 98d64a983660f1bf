# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What run.sh and check.sh of a case find defined.

fail() { # WORDS
  printf '%s\n' "$*" >&2
  exit 1
}
# Waits until a command succeeds: as long as it takes, on a loaded machine too. Gives
# up and fails after a minute.
await() { # COMMAND ...
  tries=0
  until "$@"; do
    tries=$((tries + 1))
    [ "$tries" -lt 3000 ] || return 1
    sleep 0.02
  done
}
# Does no process have these words in its command?
gone() { # REGEX
  ! pgrep -f "$1" >/dev/null
}
