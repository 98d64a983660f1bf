#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Checks that includes point only downwards (docs/design.md, "The house"):
# libreduce sees itself, libc and xxhash, and its base nothing but the errors; a front end sees libreduce's public
# headers, its own folder and the lexer; drivers see all but libreduce's inside
# and what is private to a front end; the preloaded library sees only itself and
# libreduce's public headers. Usage: layers.sh [PROJECT-FOLDER]
set -eu
cd "${1:-$(dirname "$0")/..}"
status=0
complain() {
  echo "$1 must not include $2"
  status=1
}

# Names a quoted include by the file that it reaches from FILE, or by itself.
reached() { # FILE NAME ROOT...
  name=$2 folder=$(dirname "$1")
  shift 2
  for root in "$folder" "$@"; do
    if [ -e "$root/$name" ]; then
      realpath -m --relative-to=. "$root/$name"
      return
    fi
  done
  echo "$name"
}

# Complains of each include of FOLDER that ALLOWED does not match.
check() { # FOLDER ALLOWED-ERE ROOT...
  folder=$1 allowed=$2
  shift 2
  find "$folder" -name '*.[ch]' -o -name '*.def' | LC_ALL=C sort >"$list"
  while IFS= read -r file; do
    grep -hE '^ *# *include' "$file" >"$includes" || continue
    while IFS= read -r line; do
      name=$(printf '%s' "$line" | sed 's/^[^"<]*["<]\([^">]*\)[">].*/\1/')
      case $line in
        *'"'*) name=$(reached "$file" "$name" "$@") ;;
        *) name="<$name>" ;;
      esac
      printf '%s\n' "$name" | grep -Eq "^($allowed)$" ||
        complain "$file" "$name"
    done <"$includes"
  done <"$list"
}

list=$(mktemp)
includes=$(mktemp)
trap 'rm -f "$list" "$includes"' EXIT
public='libreduce/include/reduce/[a-z]+\.h'
system='<(sys/|linux/|linux/sched/|netinet/)?[a-z_0-9]+\.h>'
lexer='plugin/tokens/[a-z]+\.h'
base='libreduce/base/[a-z0-9]+\.h|<xxhash\.h>'
foreign='<(clang-c/.*|git2.*|jansson\.h|popt\.h)>'

check libreduce "libreduce/.*|$system" libreduce/src libreduce/include libreduce
check libreduce/base "$base|libreduce/include/reduce/status\.h|$system" libreduce \
  libreduce/include
if grep -rnE "$foreign" libreduce --include='*.[ch]'; then status=1; fi
check libreduce/include "$public|$system" libreduce/include
for folder in plugin/*/; do
  own=${folder%/}
  libraries='<none>'
  [ "$own" != plugin/clang ] || libraries='<clang-c/[A-Za-z]+\.h>'
  check "$own" "$public|$base|$own/.*|$lexer|$system|$libraries" \
    libreduce/include libreduce plugin plugin/tokens
done
check drivers \
  "$public|$base|drivers/.*|$lexer|$system|<git2.*>" \
  libreduce/include libreduce drivers drivers/compiler plugin plugin/tokens
check drivers/zygote "$public|libreduce/base/clock\.h|drivers/zygote/.*|$system" \
  libreduce/include libreduce drivers
check drivers/git "$public|$base|drivers/git/.*|$system|<git2.*\.h>" \
  libreduce/include libreduce drivers
if grep -rn '<git2' drivers --include='*.[ch]' | grep -v '^drivers/git/'; then
  status=1
fi
exit "$status"
