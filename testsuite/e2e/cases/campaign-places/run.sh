# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Inputs as fuzzers, clang and watch leave them.
export XDG_STATE_HOME="$PWD/state"
campaign() { # STATUS ARGUMENT...
  wanted=$1 code=0
  shift
  "$PROGRAM" campaign --reduce --no-report "$@" >out 2>err </dev/null || code=$?
  [ "$code" -eq "$wanted" ] || fail "$* ends with $code: $(cat out err)"
}
reduced() { # FOLDER NAME
  find "$1/reductions" -path "*/$2" -size +0 | grep -q . || fail "$2 is not reduced"
}
# AFL++: only its crashes count.
mkdir -p afl/default/crashes afl/default/queue
touch afl/default/fuzzer_stats
echo 'int bug_a; int more;' >afl/default/crashes/id:000000,sig:06,src:000001
echo 'int bug_b;' >afl/default/queue/id:000000
echo 'Command line used to find this crash' >afl/default/crashes/README.txt
campaign 1 afl -- "$HERE/cc.sh" -x c -c {}
grep -q '1 bug (1 new) in 1 input,' err || fail "$(cat err)"
[ "$(find afl.campaign/reductions -name 'id_*' -type f)" ] || fail 'not reduced'

# A reproducer of clang brings its own command.
mkdir clang
echo 'int bug_c; int more;' >clang/x-1.c
cat >clang/x-1.sh <<END
# Crash reproducer for fake
# Driver args: "-c" "x.c"
# Original command:  "$HERE/cc.sh" "-cc1" "x.c"
 "$HERE/cc.sh" "-cc1" "x-1.c"
END
campaign 1 clang
grep -q ' 1  new .*make_c' out || fail "$(cat out err)"
reduced clang.campaign x-1.c

# What watch has kept, as often as it was met.
echo 'int bug_d; int more;' >d.c
for name in 1 2 3; do
  "$PROGRAM" watch -q -- "$HERE/cc.sh" -c d.c -o "$name.o" >/dev/null 2>&1 || :
done
campaign 1 --bundles
grep -q ' 3  new .*make_d' out || fail "$(cat out err)"
reduced bundles.campaign d.c

# A list, with a file that is missing and a compiler that is not there.
printf '%s\n' '# all' "d.c -- $HERE/cc.sh" "gone.c -- $HERE/cc.sh" \
  'd.c -- no-such-cc' >list
campaign 1 --list list
grep -q 'warning: gone.c -- .* cannot be run: ' err || fail "$(cat err)"
grep -q 'warning: d.c -- no-such-cc cannot be run: ' err || fail "$(cat err)"
grep -q 'errors="2"' list.campaign/junit.xml || fail 'JUnit has no errors'
# They are run when they are there.
echo 'int bug_e;' >gone.c
campaign 1 --list list
grep -q make_e out || fail "$(cat out err)"
rm -rf afl clang state list d.c gone.c ./*.campaign out err
