# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A cache with room for two compilers: those that the reduction goes on with stay,
# the others go, and in the end it has the size that it may have.
# shellcheck source=testsuite/e2e/moving-toy.sh
. "$ROOT/testsuite/e2e/moving-toy.sh"
toy_history all
echo 'head -c 1000000 /dev/urandom >"$BUILD/blob"' >>build.sh
compilers() {
  find cache/builds -name blob | wc -l
}
toy_reduce --build-cache-size 2
[ "$status" = 0 ] || toy_fail "exit status $status: $(cat err.txt)"
toy_says '"checked":true'
[ "$(wc -l <builds)" -gt 3 ] || toy_fail "only $(wc -l <builds) builds"
[ "$(compilers)" -le 2 ] || toy_fail "$(compilers) compilers are left"
# The result is about c3 with those that are left, and those that are built anew.
[ "$(toy_bisect bug.reduced.c)" = c3 ] || toy_fail "not c3"
