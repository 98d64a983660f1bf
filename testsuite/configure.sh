#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Configures without what only tests and packages need: without Check the tests
# are left out, unless they are asked for, and cpack makes no package without
# the programs that find its dependencies. Usage: configure.sh
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  echo "$*"
  cat "$work/log"
  exit 1
}

real=$(command -v pkg-config)
# shellcheck disable=SC2016 # words of the wrapper
printf '#!/bin/sh\nfor last; do :; done\n[ "$last" != check ] || exit 1\nexec %s "$@"\n' \
  "$real" >"$work/pkg-config"
chmod +x "$work/pkg-config"
export PKG_CONFIG="$work/pkg-config"
cmake -S "$root" -B "$work/build" -G Ninja >"$work/log" 2>&1 ||
  fail 'cannot be configured without Check'
grep -q 'the test suite is left out' "$work/log" || fail 'says nothing of Check'
[ ! -e "$work/build/testsuite" ] || fail 'the test suite is there'
if cmake -S "$root" -B "$work/tests" -G Ninja -DHDD_TESTS=ON >"$work/log" 2>&1; then
  fail 'HDD_TESTS is ignored'
fi

mkdir "$work/bin"
for program in sh ninja cmake dpkg gzip; do
  ln -s "$(command -v "$program")" "$work/bin"
done
cpack=$(command -v cpack)
for missing in file dpkg-shlibdeps; do
  if (cd "$work/build" && PATH="$work/bin" "$cpack" -G DEB \
    -D CMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF >"$work/log" 2>&1); then
    fail "a package was made without $missing"
  fi
  grep -q "$missing is missing: apt-get install file dpkg-dev" "$work/log" ||
    fail "$missing is not named"
  ln -s "$(command -v env)" "$work/bin/$missing"
done
