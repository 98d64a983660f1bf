# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# No room for the log, or for builds: one line, status 12, the repository as it was.
mkdir full
unshare -rm mount -t tmpfs none full 2>/dev/null || exit 77
# shellcheck source-path=SCRIPTDIR/../.. source=toy-history.sh
. "$ROOT/testsuite/e2e/toy-history.sh"
toy_history <<'END'
c1 - good
c2 c1 bad
c3 c2 bad
END
toy_hash >hash-before
# shellcheck disable=SC2016 # the inner shell expands them
unshare -rm sh -c '
  mount -t tmpfs -o size=256k none full
  fill() { cat /dev/zero >full/filler 2>/dev/null; }
  "$PROGRAM" bisect --repo toy --good c1 --bad c3 --build "sh build.sh" \
    --build-cache full/cache bug.c -- "{build}/toycc" >found.txt 2>said.txt &&
    rm -rf full/cache
  mkdir -p full/log
  fill
  for where in "--output full/log" "--output full/new" "--build-cache full/log"; do
    status=0
    "$PROGRAM" bisect --repo toy --good c1 --bad c3 --build "sh build.sh" $where \
      bug.c -- "{build}/toycc" >found.txt 2>said.txt || status=$?
    echo "$where: $status: $(grep "^clang-hdd: error: " said.txt)"
  done
  [ ! -e full/new ] || echo "full/new is left"' >answers.txt
# The same beside a reduction, which goes on and says why nothing has checked it.
BAD=$(git -C toy rev-parse c3)
export BAD
# shellcheck disable=SC2016 # the inner shells expand them
unshare -rm sh -c '
  mount -t tmpfs -o size=1m none full
  "$PROGRAM" --bisect --no-report --repo toy --good c1 --bad c3 --build "sh build.sh
    [ \$COMMIT = $BAD ] || cat /dev/zero >\$BUILD/filler" \
    --build-cache full/cache bug.c -- "{build}/toycc"' >found.txt 2>said.txt ||
  toy_fail "beside a reduction: $(cat said.txt)"
grep -q 'the bisection has failed: no room left' said.txt || toy_fail "$(cat said.txt)"
[ "$(grep -c ': 12: clang-hdd: error: ' answers.txt)" = 3 ] ||
  toy_fail "$(cat answers.txt)"
[ "$(wc -l <answers.txt)" = 3 ] ||
  toy_fail "$(cat answers.txt)"
toy_hash | cmp - hash-before || toy_fail "the repository has changed"
