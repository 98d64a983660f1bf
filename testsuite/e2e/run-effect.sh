#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Shows one effect: run-effect.sh CLANG-HDD FILE
#
# The file is a program behind a head of comment lines:
#   // effect: names of effects, as other tools or the literature call them
#   // passes: NAME,...   what --only-pass gets
#   // keep: REGEX        (extended; any number) has to match the text
#   // flags: ARGUMENTS   more for the compiler; by default -w
#   // needs: PROGRAM     the compiler, gcc by default
#   // expect: TEXT       (lines, in order) what has to be left
# Only a text that the compiler accepts without errors and that each REGEX
# matches is interesting; white space does not count in either. The program
# itself has to be interesting and has to be larger than what is expected.
# Exit status 77: the compiler is not there.
set -eu
program=$1
file=$2
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT

head_lines() { sed -n "s|^// $1: *||p" "$file"; }
plain() {
  tr -s '[:space:]' ' ' | sed 's/ *\([^A-Za-z0-9_ ]\) */\1/g; s/^ *//; s/ *$//'
}

compiler=$(head_lines needs)
compiler=${compiler:-gcc}
command -v "$compiler" >/dev/null || { echo "SKIP: no $compiler here"; exit 77; }
grep -v '^// [a-z]*:' "$file" >"$top/input.c"
head_lines expect | plain >"$top/expected"
[ -s "$top/expected" ] || { echo "FAIL: nothing is expected"; exit 1; }
head_lines keep >"$top/keep"
{
  echo '#!/bin/sh'
  echo "$compiler -w $(head_lines flags) -fsyntax-only input.c >/dev/null 2>&1 || exit 1"
  echo "text=\$(tr -s '[:space:]' ' ' <input.c)"
  echo 'while IFS= read -r pattern; do'
  echo '  printf "%s\n" "$text" | grep -Eq -e "$pattern" || exit 1'
  echo "done <'$top/keep'"
} >"$top/test.sh"
chmod +x "$top/test.sh"

cd "$top"
code=0
"$program" --no-journal --no-report --jobs 1 --test ./test.sh \
  --only-pass "$(head_lines passes)" -o result.c input.c >log 2>&1 || code=$?
if [ "$code" -ne 0 ]; then
  echo "FAIL: exit status $code"
  tail -n 5 log
  exit 1
fi
plain <result.c >left
if ! cmp -s left expected; then
  echo "FAIL: left is"
  cat left
  echo
  echo "expected is"
  cat expected
  exit 1
fi
if [ "$(plain <input.c)" = "$(cat expected)" ]; then
  echo "FAIL: the program is what is expected already"
  exit 1
fi
