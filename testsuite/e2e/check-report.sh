# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What the tests of a report have to be good for; sourced by check.sh of cases.
wrong() {
  printf 'FAIL: %s\n' "$*"
  exit 1
}
has() { # FILE LINE...: the file has each line (a basic regular expression)
  in=$1
  shift
  for line; do
    grep -q -e "^$line\$" "$in" || wrong "$in has no line $line: $(cat "$in")"
  done
}
crash='internal compiler error\|PLEASE submit a bug report\|error in backend'

# Runs the compiler as dejagnu's dg-do compile does. Prints what it says.
run_dejagnu() { # TEST COMPILER
  options=$(sed -n 's,^/\* { dg-options "\(.*\)" } \*/$,\1,p' "$1")
  has "$1" '/\* { dg-do compile.* } \*/' '/\* { dg-options ".*" } \*/'
  # shellcheck disable=SC2086 # words on purpose
  "$2" $options -S "$1" -o out.s >said.all 2>&1 && code=0 || code=$?
  if grep -q '^/\* { dg-prune-output "warning:" } \*/$' "$1"; then
    sed -i '/warning:/d; /: In function /d' said.all
  fi
  cat said.all
  return "$code"
}

# Runs the RUN line as lit does.
run_lit() { # TEST COMPILER
  line=$(sed -n 's,^// RUN: ,,p' "$1" |
    sed "s,%clang_cc1,$2 -cc1,; s,%clang,$2,; s,%s,$1,g; s,%%,%,g; s,/dev/null,out.s,")
  TMPDIR=. sh -c "$line" 2>&1
}

# The test fails while the crash is there, by the crash, and an empty text in its
# place passes.
check_test() { # RUNNER TEST COMPILER
  if "$1" "$2" "$3" >said; then wrong "$2 passes: $(cat "$2")"; fi
  grep -q "$crash" said || wrong "$2 fails, but not by a crash: $(cat said)"
  grep '^/[*/] ' "$2" >empty.c
  echo 'typedef int nothing;' >>empty.c
  "$1" empty.c "$3" >said || wrong "$2 fails when the bug is gone: $(cat said)"
  [ ! -s said ] || wrong "$2 has excess output when the bug is gone: $(cat said)"
}

# The test itself passes where the bug is gone, if such a compiler is installed, and
# the report says so.
check_passes() { # RUNNER TEST COMPILER
  command -v "$3" >/dev/null || return 0
  "$1" "$2" "$3" >said || wrong "$2 fails with $3: $(cat said)"
  grep -q "The attached test .* passes with $3 " "$(dirname "$2")"/*.[mt][dx]* ||
    wrong "the report does not say that $2 passes with $3"
}

# It shows the crash from any folder, tells it from none, and leaves nothing.
check_script() { # SCRIPT
  mkdir elsewhere
  where=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
  (cd elsewhere && TMPDIR=$PWD "$where" >../said) ||
    wrong "$1 does not show it: $(cat said)"
  [ -s said ] || wrong "$1 says nothing"
  [ -z "$(ls -A elsewhere)" ] || wrong "$1 leaves something behind"
  echo 'typedef int nothing;' >fine.c
  if "$1" fine.c >said; then wrong "$1 finds a crash in a fine file"; fi
  if CC=true "$1" >said; then wrong "$1 finds a crash in true"; fi
}
