# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Waiting for something to happen; source it. It takes as long as it has to, on a
# loaded machine too, and gives up after a minute.

# Waits until a command succeeds; fails if it does not.
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
