#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Bisects a real bug in the real history of an interpreter: Lua, of which Debian
# 12 ships the sources of four versions. The history is made of them: a commit
# for each released version, and one for each patch of Debian's on top of it. The
# bug is CVE-2022-28805, which came with 5.4 and which a patch of Debian's fixes.
# What `clang-hdd bisect` finds has to be what `git bisect run` finds, and the
# import of 5.4.
# Usage: real-history.sh CLANG-HDD [FOLDER]   FOLDER keeps it all (else removed)
# It downloads some 1.5 MB, and 10 MB of lists, from the mirror of this machine's
# apt; status 77 where that is not possible. Takes one to three minutes.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
program=$(realpath "${1:?usage: real-history.sh CLANG-HDD [FOLDER]}")
skip() {
  echo "SKIP: $1"
  exit 77
}
fail() {
  echo "FAILED: $1" >&2
  exit 1
}
for needed in apt-get dpkg-source git gcc patch; do
  command -v $needed >/dev/null || skip "$needed is not installed"
done
if [ $# -gt 1 ]; then
  mkdir -p "$2"
  work=$(realpath "$2")
else
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  trap 'exit 1' INT TERM
fi
cd "$work"

# ---- the sources ----

# shellcheck disable=SC2016 # apt expands it
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' \
  'Codename: bookworm' 'Component: main' 2>/dev/null | head -n 1)
[ -n "$mirror" ] || skip 'apt knows no mirror of Debian 12'
mkdir -p apt/lists/partial apt/cache/archives/partial apt/parts sources
echo "deb-src [trusted=yes] $mirror bookworm main" >apt/sources.list
private_apt() { # COMMAND...: with lists and caches of our own
  apt-get -qq -o "Dir::Etc::sourcelist=$work/apt/sources.list" \
    -o "Dir::Etc::sourceparts=$work/apt/parts" \
    -o "Dir::State::lists=$work/apt/lists" -o "Dir::Cache=$work/apt/cache" \
    -o "APT::Sandbox::User=$(id -un)" -o Acquire::http::Timeout=20 "$@"
}
versions='5.1 5.2 5.3 5.4'
echo '== sources'
for version in $versions; do
  [ -e "sources/$version" ] && continue
  [ -n "$(ls apt/lists/*Sources* 2>/dev/null)" ] || private_apt update ||
    skip 'the lists of sources cannot be had'
  mkdir -p "sources/$version.new"
  (cd "sources/$version.new" &&
    private_apt source --download-only "lua$version" >/dev/null 2>&1) ||
    skip "the source of lua$version cannot be had"
  dpkg-source --no-check --skip-patches -x "sources/$version.new"/*.dsc \
    "sources/$version.new/tree" >/dev/null
  mv "sources/$version.new" "sources/$version"
done

# ---- the history ----

# Commits what is in the work tree, at a time of its own.
seconds=0
commit() { # AUTHOR MESSAGE
  seconds=$((seconds + 86400))
  git add -A
  GIT_AUTHOR_NAME=${1%% <*} GIT_AUTHOR_EMAIL=$(echo "$1" | sed 's/.*<//; s/>.*//') \
    GIT_AUTHOR_DATE="@$seconds +0000" GIT_COMMITTER_NAME=test \
    GIT_COMMITTER_EMAIL=test@localhost GIT_COMMITTER_DATE="@$seconds +0000" \
    git commit -q --allow-empty -m "$2"
}

# A field of a patch's head, as Debian writes them.
field() { # PATCH NAME...
  file=$1
  shift
  for name in "$@"; do
    sed -n "/^---/q; s/^$name: *//p" "$file" | head -n 1
  done | head -n 1
}

# The released version, then Debian's patches.
add_version() { # VERSION
  source=$work/sources/$1
  version=$(sed -n 's/^Version: \([^-]*\)-.*/\1/p' "$source"/*.dsc | head -n 1)
  find . -mindepth 1 -maxdepth 1 ! -name .git -exec rm -rf {} +
  cp -a "$source/tree/." .
  rm -rf debian .pc
  # The day of the release is that of its newest file.
  day=$(find . -path ./.git -prune -o -type f -printf '%T@\n' | sort -n |
    tail -n 1)
  seconds=${day%.*}
  commit 'Lua team <lua@localhost>' "Lua $version"
  git tag "v$version"
  grep -v '^#' "$source/tree/debian/patches/series" | while read -r name _; do
    patch=$source/tree/debian/patches/$name
    patch -s -p1 --no-backup-if-mismatch <"$patch"
    author=$(field "$patch" From Author)
    subject=$(field "$patch" Subject Description)
    seconds=$(git log -1 --format=%ct) # those of this shell alone
    commit "${author:-Debian <debian@localhost>}" \
      "${subject:-$name}

$name, for $version"
    git tag "v$version-${name%%-*}"
  done
}

echo '== history'
rm -rf lua
git init -q -b main lua
(cd lua && for version in $versions; do add_version "$version"; done)
good=v$(git -C lua tag | sed -n 's/^v\(5\.1\.[0-9]*\)$/\1/p')
released=v$(git -C lua tag | sed -n 's/^v\(5\.4\.[0-9]*\)$/\1/p')
fix=$(git -C lua log --format=%H --grep=cve-2022-28805 -i "$released..main")
[ -n "$fix" ] || fail 'no patch for CVE-2022-28805'
bad=$(git -C lua describe --tags "$fix~1")
git -C lua log --reverse --format='%h %as %an: %s'
echo "$(git -C lua rev-list --count "$good..$bad") commits between $good and $bad"

# ---- the bisections ----

cp "$here/real-history/bug.lua" "$here/real-history/build.sh" .
cat >test.sh <<'END'
#!/bin/sh
# For git bisect run: 125 if it cannot be built, 1 if it crashes.
export BUILD="$work/built"
rm -rf "$BUILD"
mkdir "$BUILD"
echo >>"$work/probes"
# shellcheck disable=SC2086 # words on purpose
sh "$work/build.sh" $arguments >/dev/null 2>&1 || exit 125
cd "$BUILD"
./lua "$work/bug.lua" >/dev/null 2>&1
[ $? -lt 128 ]
END
chmod +x test.sh
export work arguments

# Asks git: what it found, a commit a line, into git.found. It ends with 2 where
# skips leave several.
ask_git() {
  rm -rf lua-git
  cp -R lua lua-git
  : >probes
  began=$(date +%s)
  (cd lua-git && git bisect start "$bad" "$good" && git bisect run ../test.sh) \
    >git.log 2>&1 || [ $? -eq 2 ] || {
    tail git.log
    fail 'git bisect run failed'
  }
  git_probes=$(wc -l <probes)
  {
    sed -n 's/^\([0-9a-f]\{40\}\) is the first bad commit$/\1/p' git.log
    sed -n 's/^\([0-9a-f]\{40\}\)$/\1/p' git.log
  } | sort >git.found
  echo "git bisect run: $git_probes probes, $(($(date +%s) - began)) s"
}

# Asks clang-hdd, whose exit status has to be WANTED.
ask_us() { # NAME WANTED
  rm -rf bug.bisect
  began=$(date +%s)
  status=0
  "$program" bisect --repo lua --good "$good" --bad "$bad" --json \
    --build "sh '$work/build.sh' $arguments" --build-cache "$work/cache" \
    bug.lua -- '{build}/lua' >"$1.json" 2>"$1.err" || status=$?
  [ $status -eq "$2" ] || {
    cat "$1.json" "$1.err"
    fail "clang-hdd bisect ended with $status, not $2"
  }
  our_probes=$(grep -c '"event": *"answer"' "$1.json")
  echo "clang-hdd bisect: $our_probes probes, $(($(date +%s) - began)) s ($1)"
  sed -n 's/^# \(possible \)\{0,1\}first bad commit: \[\([0-9a-f]*\)\].*/\2/p' \
    bug.bisect/log >our.found
  sort our.found | cmp - git.found || fail 'that is not what git found'
  [ "$our_probes" -le $((git_probes + 1)) ] || fail 'too many probes'
}

state() { (cd lua && find . -type f -exec sha256sum {} + | sort | sha256sum); }
before=$(state)

echo '== each commit can be built'
arguments=
ask_git
[ "$(cat git.found)" = "$(git -C lua rev-parse "$released")" ] ||
  fail "git did not find $released"
rm -rf cache
ask_us fresh 0
ask_us cached 0
git -C lua log -1 --format='found: %h %s' "$(cat our.found)"

echo '== commits that need a header of the packaging cannot'
arguments=--without-header
bad=$released-0001
ask_git
ask_us skipping 21
git -C lua log --no-walk --format='suspect: %h %s' --stdin <our.found

[ "$before" = "$(state)" ] || fail 'the repository was written to'
echo '== good'
