#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds the Debian packages, installs them with apt-get in a bare Debian 12 that
# debootstrap makes, and there reduces a crash and builds examples/embed. Needs
# root and debootstrap (77 without), and downloads some 350 MB from the mirror of
# this machine's apt.
# Usage: deb.sh [BUILD-FOLDER]    built there, and the packages are left there
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
fail() { # MESSAGE [STATUS]
  echo "$1"
  exit "${2:-1}"
}
[ "$(id -u)" -eq 0 ] || fail 'SKIP: root is needed for chroot' 77
command -v debootstrap >/dev/null || fail 'SKIP: no debootstrap' 77
# shellcheck disable=SC2016 # apt expands it
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' \
  'Codename: bookworm' 'Component: main' | head -n 1)
[ -n "$mirror" ] || fail 'SKIP: apt knows no mirror of Debian 12' 77

work=$(mktemp -d)
build=${1:-$work/build}
bare=$work/bare
leave() {
  umount "$bare/proc" 2>/dev/null || true
  rm -rf --one-file-system "$work"
}
trap leave EXIT
trap 'exit 1' INT TERM

echo '== the package'
cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_INSTALL_PREFIX=/usr -DHDD_TESTS=OFF >/dev/null
cmake --build "$build" >/dev/null
(cd "$build" && cpack -G DEB >/dev/null)
package=$(ls "$build"/clang-hdd_*.deb)
dpkg-deb -f "$package" Package Version Depends
! command -v lintian >/dev/null ||
  lintian --allow-root --fail-on error "$package"

echo '== a bare Debian 12'
quietly() {
  "$@" >"$work/log" 2>&1 || fail "$(tail "$work/log")"
}
quietly debootstrap --variant=minbase bookworm "$bare" "$mirror"
inside() {
  chroot "$bare" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
    DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"
}
mount -t proc proc "$bare/proc"
mkdir "$bare/case"
cp "$package" "$build"/libreduce-dev_*.deb "$bare/case"
cp "$root"/examples/pcc-cannot-generate/* "$root"/examples/embed/* "$bare/case"
quietly inside apt-get -qq install --no-install-recommends -y \
  "/case/$(basename "$package")" pcc zsh fish

echo '== in it'
inside clang-hdd --version
inside clang-hdd --list-frontends | grep -q '^clang ' ||
  fail 'the front end for C cannot be loaded'
inside sh -c 'cd /case && ! clang-hdd watch -- pcc -w -c input.c 2>/dev/null'
inside sh -c 'cd /case && clang-hdd list && clang-hdd input.c -- pcc -w &&
  cat input.reduced.c'
inside sh -c 'cd /case && mkdir again && cp input.reduced.c again/input.c &&
  cd again && ../test.sh'
[ "$(wc -c <"$bare/case/input.reduced.c")" -lt 1000 ]
for file in man/man1/clang-hdd.1.gz man/man1/clang-hdd-watch.1.gz \
  bash-completion/completions/clang-hdd; do
  [ -s "$bare/usr/share/$file" ] || fail "no $file"
done
inside fish -c 'complete -C "clang-hdd --bac"' | grep -q '^--backward' ||
  fail 'fish completes nothing'
# shellcheck disable=SC2016 # zsh expands it
inside zsh -fc 'autoload -Uz compinit && compinit -u && echo $_comps[clang-hdd]' |
  grep -qx _clang-hdd || fail 'zsh completes nothing'
quietly inside sh -c 'apt-get -qq install --no-install-recommends -y gcc \
  libc6-dev pkg-config /case/libreduce-dev_*.deb'
# shellcheck disable=SC2016 # the shell inside expands it
inside sh -c 'cd /case && cc -D_GNU_SOURCE embed.c \
  $(pkg-config --cflags --libs libreduce) -o embed && ./embed sample.c "p->x"' |
  grep -q 'p->x' || fail 'the C front end cannot be embedded'
quietly inside apt-get -qq remove -y clang-hdd
[ ! -e "$bare/usr/bin/clang-hdd" ] && [ ! -e "$bare/usr/lib/clang-hdd" ]
echo '== good'
