# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Patterns as the user has them on the terminal: in the own language, and with
# the path of the file.
export LC_ALL=de_DE.UTF-8
mkdir -p src/deep
check() { # PATTERN NOTICE KEPT OPTION...
  pattern=$1 notice=$2 kept=$3
  shift 3
  printf 'int bug;\nint a;\nint main(void) { return 0; }\nint b;\n' >src/deep/input.c
  "$PROGRAM" --no-report --valid accepted "$@" --ice-pattern "$pattern" src/deep/input.c -- \
    "$HERE/cc.sh" -O2 2>err
  cat err >&2
  grep -Fq -- "$notice" err || fail "no notice: $notice"
  words=$(tr -cs '[:alpha:]' ' ' <src/deep/input.reduced.c)
  [ "$words" = "$kept" ] || fail "$pattern leaves $words"
  (cd src/deep && "$HERE/cc.sh" input.reduced.c) | sed 's/reduced\.//
    s#^#src/deep/#' | grep -Eq "$pattern" || fail "$pattern is gone"
  rm -r src/deep/*
}
check 'interner Compiler-Fehler: in make_[a-z]+' \
  'in a test that is internal compiler error: in make_bug, at bug\.cc:42' 'bug '
check 'In Funktion »main«' 'each text that crashes in the same way also runs' \
  'bug main '
check 'interner' 'each test runs with them' 'bug ' --match pattern
check 'deep/input\.c:1:1: in' 'in a test, which has a folder of its own, that is input\.c:1:1' \
  'bug '
check 'deep/input.c:1:1: interner' 'each text that crashes in the same way also runs' 'bug '
check 'interner Compiler-Fehler: in make_bug' 'in a test that is internal compiler' 'bug ' \
  --find-flags
