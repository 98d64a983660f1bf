# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A script that writes to a home folder is refused that, once named and each time
# counted; the caches there are its own. --no-sandbox lets it.
case $ROOT/ in /tmp/* | /var/tmp/* | /dev/shm/*) exit 77 ;; esac
grep -q '^NoNewPrivs:' /proc/self/status || exit 77
unset CCACHE_DIR XDG_CACHE_HOME SCCACHE_DIR
echo 'int a; int bug; int b;' >input.c

HOME=$ROOT "$PROGRAM" --test "$HERE/writes.sh" input.c 2>refused
grep -q "note: a test was refused something: .*cannot create $ROOT/sandbox-test" refused ||
  { [ "$("$HERE/rights.sh")" ] || exit 77; fail 'no refusal is named'; }
[ "$(grep -c 'a test was refused' refused)" -eq 1 ] || fail 'named more than once'
grep -Eq '^ *sandbox +[1-9][0-9]* runs were refused' refused || fail 'not counted'
[ ! -e "$ROOT/sandbox-test" ] || { rm "$ROOT/sandbox-test"; fail 'it was written'; }
rm -r refused input.reduced.c input.hdd input.report

RIGHTS=$PWD/rights HOME=$ROOT "$PROGRAM" --no-sandbox --json --test "$HERE/rights.sh" input.c
grep -qx 0 rights || fail '--no-sandbox leaves a sandbox'
rm rights
