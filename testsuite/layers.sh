#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Checks that includes point only downwards (docs/design.md, "The house"):
# libreduce sees itself, libc and xxhash, and its base nothing but the errors and the limits of a run; a front end sees libreduce's public
# headers, its own folder and the lexer; drivers see all but libreduce's inside
# and what is private to a front end; of the preloaded libraries
# the one of zygotes sees libreduce's public headers, the other only itself. Usage: layers.sh [PROJECT-FOLDER]
set -eu
cd "${1:-$(dirname "$0")/..}"
status=0
list=$(mktemp)
trap 'rm -f "$list"' EXIT
find libreduce plugin drivers -type f >"$list"

# Complains of each include of FOLDER that ALLOWED does not match. A quoted
# include is named by the file that it reaches from its own folder or a ROOT.
check() { # FOLDER ALLOWED-ERE ROOT...
  folder=$1
  export ALLOWED="^($2)\$"
  shift 2
  grep -rHE '^ *# *include' "$folder" --include='*.[ch]' --include='*.def' |
    LC_ALL=C sort | awk -v roots="$*" '
      FNR == NR { there[$0] = 1; next }
      function reached(file, name,    i, path) {
        sub("[^/]*$", "", file)
        split(file " " roots, tried, " ")
        for (i = 1; i in tried; i++) {
          path = tried[i] "/" name
          gsub("//+", "/", path)
          while (sub("[^/]+/[.][.]/", "", path));
          if (path in there)
            return path
        }
        return name
      }
      {
        file = name = $0
        sub(":.*", "", file)
        sub("^[^:]*:[^\"<]*", "", name)
        quoted = name ~ "^\""
        sub("^[\"<]", "", name)
        sub("[\">].*", "", name)
        name = quoted ? reached(file, name) : "<" name ">"
        if (name !~ ENVIRON["ALLOWED"]) {
          print file " must not include " name
          bad = 1
        }
      }
      END { exit bad }' "$list" - || status=1
}

public='libreduce/include/reduce/[a-z]+\.h'
system='<(sys/|linux/|linux/sched/|netinet/)?[a-z_0-9]+\.h>'
lexer='plugin/tokens/[a-z]+\.h'
base='libreduce/base/[a-z0-9]+\.h|<xxhash\.h>'
foreign='<(clang-c/.*|git2.*|jansson\.h|popt\.h)>'

check libreduce "libreduce/.*|$system" libreduce/src libreduce/include libreduce
check libreduce/base "$base|libreduce/include/reduce/(process|status)\.h|$system" libreduce \
  libreduce/include
if grep -rnE "$foreign" libreduce --include='*.[ch]'; then status=1; fi
check libreduce/include "$public|$system" libreduce/include
for folder in plugin/*/; do
  own=${folder%/}
  libraries='<none>'
  [ "$own" != plugin/clang ] || libraries='<clang-c/[A-Za-z]+\.h>'
  [ "$own" != plugin/blocks ] || libraries='plugin/grammar/folders\.h'
  check "$own" "$public|$base|$own/.*|$lexer|$system|$libraries" \
    libreduce/include libreduce plugin plugin/tokens
done
check drivers \
  "$public|$base|drivers/.*|$lexer|plugin/grammar/folders\.h|$system|<git2.*>|<libgearman/.*>" \
  libreduce/include libreduce drivers drivers/compiler plugin plugin/tokens
check drivers/zygote "$public|libreduce/base/(clock|limits|packet)\.h|drivers/zygote/.*|$system" \
  libreduce/include libreduce drivers
check drivers/accesses "drivers/accesses/.*|$system" drivers
check drivers/git "$public|$base|drivers/git/.*|$system|<git2.*\.h>" \
  libreduce/include libreduce drivers
if grep -rn '<git2' drivers --include='*.[ch]' | grep -v '^drivers/git/' ||
  grep -rn '<libgearman' drivers --include='*.[ch]' | grep -v '^drivers/gearman/'; then
  status=1
fi
exit "$status"
