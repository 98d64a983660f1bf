# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Each command line that offers nothing is refused in one line.
check() { # CODE MESSAGE OPTION...
  wanted=$1 message=$2 code=0
  shift 2
  "$PROGRAM" worker "$@" >out 2>err || code=$?
  [ "$code" -eq "$wanted" ] || fail "$*: exit status $code"
  [ "$(wc -l <err)" -eq 1 ] && grep -q -- "$message" err || fail "$*: $(cat err)"
}
check 1 'with --server HOST'
check 1 'HOST or HOST:PORT' --server a:0 --allow-scripts
check 1 'HOST or HOST:PORT' --server 'a b' --allow-scripts
check 1 'with --compiler' --server localhost
check 1 'it takes no words' --server localhost gcc
check 5 'is not found' --server localhost --compiler no-such-compiler
rm out err
echo 'int bug;' >input.c # the case needs a result
"$PROGRAM" --no-report --json -c 'grep -q bug input.c' input.c
