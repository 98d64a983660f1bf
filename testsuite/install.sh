#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs a build, moves the installed tree, and uses it there: the program
# finds its library and front ends, the library exports nothing but rd_*, and the
# programs of examples/embed build with pkg-config alone and find the front ends
# of the library. Usage: install.sh BUILD-FOLDER
set -eu
build=$(realpath "$1")
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset CLANG_HDD_MODULES
if grep -q '^HDD_SANITIZE:[A-Z]*=..*' "$build/CMakeCache.txt"; then
  echo 'SKIP: a sanitized library cannot be linked by a plain program'
  exit 77
fi

cmake --install "$build" --prefix "$work/first" >/dev/null
mv "$work/first" "$work/moved"
program=$work/moved/bin/clang-hdd
library=$(find "$work/moved" -name 'libreduce.so')
folder=$(dirname "$library")

# What stands before each compile of a build starts with libc alone.
if ldd "$program" | grep '=>' | grep -v 'libc\.'; then
  echo 'the launcher is linked with more than libc'
  exit 1
fi
(cd "$work" && "$program" watch -- sh -c 'exit 5') && exit 1
[ $? -eq 5 ] || { echo 'watch does not work in a moved tree'; exit 1; }

cd "$work"
printf 'int a;\nint bug;\nint b;\n' >input.c
printf '#!/bin/sh\ngrep -q bug input.c\n' >test.sh
chmod +x test.sh
"$program" --quiet --test "$work/test.sh" input.c
grep -q bug input.reduced.c
[ "$(wc -w <input.reduced.c)" -le 2 ]
"$program" --list-frontends >frontends
for name in clang lines; do
  grep -q "^ *$name" frontends || { echo "no front end $name"; exit 1; }
done

for file in man/man1/clang-hdd.1 bash-completion/completions/clang-hdd \
  fish/vendor_completions.d/clang-hdd.fish; do
  [ -s "$work/moved/share/$file" ] || [ -s "$work/moved/share/$file.gz" ] ||
    { echo "no $file"; exit 1; }
done
"$program" completion bash |
  cmp - "$work/moved/share/bash-completion/completions/clang-hdd"
"$root/testsuite/completion-folders.sh" "$build"

# What the manual and the tutorial show and link lies beside them.
doc=$work/moved/share/doc/clang-hdd
for page in manual tutorial; do
  sed -n 's/.*](\([^#)]*\)[#)].*/\1/p' "$doc/$page.md" |
    while read -r file; do
      [ -z "$file" ] || [ -e "$doc/$file" ] ||
        { echo "$page.md: no $file"; exit 1; }
    done
done

if nm -D --defined-only "$library" | awk '{ print $NF }' | grep -v '^rd_'; then
  echo 'libreduce exports more than its interface'
  exit 1
fi

export PKG_CONFIG_PATH="$folder/pkgconfig"
flags=$(pkg-config --define-prefix --cflags --libs libreduce)
for name in words embed; do
  # shellcheck disable=SC2086 # a list of options
  ${CC:-cc} -D_GNU_SOURCE -Wall -Werror "$root/examples/embed/$name.c" $flags \
    -o "$name"
done
export LD_LIBRARY_PATH="$folder"
result=$(./words 'the quick brown fox' quick fox)
[ "$result" = 'quick fox' ] || { echo "words printed: $result"; exit 1; }
./embed "$root/examples/embed/sample.c" 'p->x' >sample.c
if ! grep -q 'p->x' sample.c || [ "$(wc -w <sample.c)" -gt 16 ] ||
  ! ${CC:-cc} -w -fsyntax-only sample.c; then
  echo 'embed printed:'
  cat sample.c
  exit 1
fi
