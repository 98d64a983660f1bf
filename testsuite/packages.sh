# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Which packages of Debian are needed, and their installation; sourced.
# shellcheck disable=SC2034 # the lists are for the scripts that source this
build_packages="gcc libc6-dev cmake ninja-build pkg-config libclang-19-dev
  libxxhash-dev libjansson-dev libpopt-dev libgit2-dev"
test_packages="g++ git check valgrind clang-14 clang-19 libclang-rt-19-dev
  gcc-12 csmith libcsmith-dev pcc tcc gcc-h8300-hms gcc-avr sdcc chromium dpkg-dev patch
  libgearman-dev libseccomp-dev zlib1g-dev gearman-job-server"

# Installs those of the packages that are missing; where that is not possible,
# names them: and ends the script if this is a Debian that lacks them.
need_packages() {
  if ! command -v dpkg-query >/dev/null; then
    echo "needed here (names of Debian 12): $*" >&2
    return 0
  fi
  missing=
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null |
      grep -q 'ok installed' || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  as_root=
  # Only a person at a terminal can be asked for a password.
  [ "$(id -u)" -eq 0 ] || { [ -t 0 ] && as_root=sudo || as_root='sudo -n'; }
  if command -v apt-get >/dev/null && $as_root true 2>/dev/null; then
    echo "== installing$missing"
    install="$as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y install"
    # shellcheck disable=SC2086 # words on purpose
    $install --no-install-recommends $missing >/dev/null 2>&1 && return 0
    # shellcheck disable=SC2086
    $as_root apt-get -qq update >/dev/null &&
      $install --no-install-recommends $missing >/dev/null && return 0
  fi
  echo "please install these packages (names of Debian 12):$missing" >&2
  exit 1
}
