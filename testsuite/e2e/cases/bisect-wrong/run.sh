# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What can be wrong: one line and a status each, nothing written, the repository
# as it was.
# shellcheck source-path=SCRIPTDIR/../.. source=toy-history.sh
. "$ROOT/testsuite/e2e/toy-history.sh"
toy_history <<'END'
c1 - good
c2 c1 good
c3 c2 bad
c4 c3 bad
other - good
END
toy_hash >hash-before
fails() { # STATUS TEXT OPTION...
  wanted=$1 text=$2
  shift 2
  status=0
  "$PROGRAM" bisect "$@" >found.txt 2>said.txt || status=$?
  [ "$status" = "$wanted" ] || toy_fail "$text: status $status: $(cat said.txt)"
  grep -q "^clang-hdd: error: .*$text" said.txt || toy_fail "$text: $(cat said.txt)"
  [ "$(grep -c '^clang-hdd: ' said.txt)" = 1 ] || toy_fail "$text: more lines"
  [ ! -s found.txt ] || toy_fail "$text: $(cat found.txt)"
  [ ! -e bug.bisect ] || toy_fail "$text: it has left a folder"
  toy_hash | cmp - hash-before || toy_fail "$text: the repository has changed"
}
try() { # STATUS TEXT REPOSITORY GOOD BAD BUILD
  fails "$1" "$2" --repo "$3" --good "$4" --bad "$5" --build "$6" bug.c -- \
    '{build}/toycc' -O2
}
try 18 'no git repository in nowhere' nowhere c1 c4 'sh build.sh'
try 18 'no git repository in bug.c' bug.c c1 c4 'sh build.sh'
try 18 'no such revision: nope' toy nope c4 'sh build.sh'
try 18 'no such revision: nope' toy c1 nope 'sh build.sh'
try 19 'c1, named with --bad, is c4 or older' toy c4 c1 'sh build.sh'
try 19 'are both c4' toy c4 c4 'sh build.sh'
try 19 'no common history' toy other c4 'sh build.sh'
try 7 'c2 does not crash' toy c1 c2 'sh build.sh'
try 20 'c4 .*: exit status 1' toy c1 c4 false
# shellcheck disable=SC2016 # the shell of the build expands it
try 20 'c4 .*no program .*toycc' toy c1 c4 'touch $BUILD/nothing'
fails 1 'bisect --repo: name' bug.c
fails 1 'bisect --repo: .*--bad' --repo toy --good c1 --build x bug.c -- '{build}/x'
fails 1 'name the compiler that it makes' --repo toy --good c1 --bad c4 --build x \
  bug.c -- cc
fails 7 'false does not crash, it says: exit status 1' --versions true,false bug.c
fails 1 'bisect: name the file' --versions a,b
fails 1 'only' --versions a,b bug.c b.c
fails 1 'no such option' --versoins a,b bug.c
fails 2 'nothing.c' --versions sh,cat nothing.c
fails 3 'is a directory' --versions sh,cat toy
: >empty.c
fails 4 'empty' --versions sh,cat empty.c
fails 8 'not an extended regular' --versions sh,cat --ice-pattern '(' bug.c
"$PROGRAM" bisect --resume --versions true,false bug.c 2>begun || :
grep -q 'nothing to resume yet; starting from the beginning' begun || exit 1
rm begun
fails 18 'is named twice' --versions sh,sh bug.c
# A good one that crashes too is found out at the end; what was tested is kept.
status=0
toy_bisect c3 c4
[ "$status" = 19 ] || toy_fail "good crashes: $status"
grep -q 'error: c3 crashes as well; name with --good' said.txt || toy_fail "no advice"
# Of several good ones it is the one that is named.
status=0
toy_bisect c3,other c4
[ "$status" = 19 ] || toy_fail "two good ones: $status"
grep -q "error: $(git -C toy rev-parse --short=12 c3) crashes as well" said.txt ||
  toy_fail "two good ones: $(cat said.txt)"
# With another good one it goes on without a test of what is known.
cp notes notes-before
toy_bisect c2 c4 --resume
[ "$status" = 0 ] || toy_fail "another good one: $status: $(cat said.txt)"
git -C toy rev-parse c3 >id-of-c3
[ "$(grep -cFf id-of-c3 notes)" = "$(grep -cFf id-of-c3 notes-before)" ] ||
  toy_fail "c3 was tested twice"
toy_hash | cmp - hash-before || toy_fail "the repository has changed"
