# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Bisects wrong code: versions, and the commits of a compiler; what does not build the
# program says nothing about it.
# shellcheck source-path=SCRIPTDIR/../.. source=wrong-versions.sh
. "$ROOT/testsuite/e2e/wrong-versions.sh"
cp "$ROOT/testsuite/e2e/cases/wrong-code/input.c" .
bisect() { # STATUS OPTION...
  wanted=$1 status=0
  shift
  "$PROGRAM" bisect --wrong-code --ub fast --repeat 1 "$@" >found 2>said || status=$?
  [ "$status" = "$wanted" ] || fail "$status for $*: $(cat found said)"
}
cat >bin/gcc-broken <<'END'
#!/bin/sh
case $* in --version) echo 'gcc-broken (Toy) 91.0.0'; exit ;; esac
exit 1
END
chmod +x bin/gcc-broken
bisect 0 --versions gcc-90,gcc-91,gcc-92 input.c -- gcc -O2
grep -q '^first bad version: gcc-91 (91.1.0); last good: gcc-90 (90.1.0)$' found ||
  fail "$(cat found)"
grep -q '^  before   gcc-90 (90.1.0) builds it right$' found || fail "$(cat found)"
grep -q '"wrong_code":true' input.bisect/bisection.json || fail 'not said'
rm -r input.bisect
bisect 21 --versions gcc-90,gcc-broken,gcc-91,gcc-92 input.c -- gcc -O2
grep -q 'it does not build the program' found || fail "$(cat found)"
bisect 22 --versions gcc-91,gcc-93 input.c -- gcc -O2
bisect 19 --versions gcc-91,gcc-92 input.c -- gcc -O2

export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 CLANG_HDD_CACHE="$PWD/cache"
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a
git init -q toy
for version in 90 90 90 91 91 91; do
  cp "bin/gcc-$version" toy/gcc
  commits=$((${commits:-0} + 1))
  echo "$commits" >toy/number
  git -C toy add . && git -C toy commit -qm "c$commits" && git -C toy tag "c$commits"
done
rm -r input.bisect
bisect 0 --repo toy --good c1 --bad c6 --build 'cp gcc "$BUILD"' input.c -- '{build}/gcc' -O2
grep -q '^  subject  c4$' found || fail "$(cat found)"
rm -rf bin toy cache found said
