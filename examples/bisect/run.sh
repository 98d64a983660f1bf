#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Which commit of a toy compiler introduced a crash? This makes a repository with
# forty commits of toycc.c in a temporary folder. The last commit crashes on bug.c.
# The script bisects bug.c by itself, after a reduction, and during one. It needs
# cc and git, and takes a few seconds. Usage: run.sh [CLANG-HDD]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
program=$(command -v "${1:-clang-hdd}") || {
  echo "clang-hdd is not in PATH; name it: $0 build/bin/clang-hdd" >&2
  exit 1
}
case $program in /*) ;; *) program=$PWD/$program ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1

# ---- the history ----

commit() { # NUMBER SUBJECT
  git -C toycc add -A
  GIT_AUTHOR_DATE="$((1600000000 + 86400 * $1)) +0100" \
    GIT_COMMITTER_DATE="$((1600000000 + 86400 * $1)) +0100" \
    git -C toycc -c user.name='Ada' -c user.email=ada@example.org \
    commit -q -m "$2"
}
change() { # SED-COMMAND
  sed "$1" toycc/toycc.c >changed && mv changed toycc/toycc.c
}

git init -q -b main toycc
cp "$here/toycc.c" toycc
commit 0 'toycc: the beginning'
git -C toycc tag v1
for number in $(seq 1 40); do
  case $number in
  8) # a bug that nobody has hit yet
    change 's/has("__int128")/(has("__int128") || !has("unsigned"))/'
    commit 8 'fold: shift values with a sign' ;;
  22) # three commits that do not build
    change 's/shifts = /shifts == /'
    commit 22 'fold: tidy up' ;;
  25)
    change 's/shifts == /shifts = /'
    commit 25 'fold: build again' ;;
  31) # the bug that bug.c hits
    change 's/^  if (shifts/  if (shifts \&\& has("%"))\n    ice("fold");\n&/'
    commit 31 'fold: take remainders of shifted values' ;;
  *)
    echo "$number" >>toycc/NEWS
    commit "$number" "news: number $number" ;;
  esac
done
git -C toycc tag v2

# ---- bisecting ----

say() {
  printf '\n== %s\n' "$1"
}
show() { # ARGUMENT...: shows the command line, and runs it
  printf '$ clang-hdd'
  for word; do
    case $word in *[!A-Za-z0-9_./={}-]*) printf " '%s'" "$word" ;; *) printf ' %s' "$word" ;; esac
  done
  echo
  "$program" "$@"
}
set -- --repo toycc --good v1 --bad v2 --build 'cc -o {build}/cc toycc.c' \
  --build-cache "$work/cache"
cp "$here/bug.c" .

say 'which commit introduced the crash?'
show bisect --quiet "$@" bug.c -- '{build}/cc' -O2

say 'reduced by itself, the file shows an older bug'
cc -o toycc-v2 toycc/toycc.c
show --quiet -o plain.c bug.c -- ./toycc-v2 -O2
cat plain.c
show bisect --quiet "$@" plain.c -- '{build}/cc' -O2

say 'reduced during the bisection, it stays with its commit'
show --quiet --bisect "$@" bug.c -- '{build}/cc' -O2
cat bug.reduced.c
show bisect --quiet "$@" bug.reduced.c -- '{build}/cc' -O2
