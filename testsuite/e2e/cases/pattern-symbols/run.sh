# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Functions in clang's stack trace, which a test does not see: the one that
# crashes and a caller; and a line that has no counterpart in a test.
seen() { # FILE PATTERN
  clang-14 -w -fno-crash-diagnostics -c -o out.o "$1" >said 2>&1 || :
  grep -Eq "$2" said
}
unset LLVM_DISABLE_SYMBOLIZATION
awk 'BEGIN { for (i = 0; i < 12; i++) printf "int v%d = %d;\n", i, i }' >input.c
cat >>input.c <<'END'
__attribute__((target("arch=tremont"))) int foo(void);
__attribute__((target("arch=rocketlake"))) int foo(void) { static int x; return x; }
int bar(void) { return v1 + v2; }
END
name=CodeGenModule::emitMultiVersionFunctions
seen input.c "$name" || exit 77
check() { # PATTERN NOTICE OPTION...
  pattern=$1 notice=$2
  shift 2
  "$PROGRAM" --no-report "$@" --ice-pattern "$pattern" input.c -- clang-14 -w 2>err
  cat err >&2
  grep -Eq -- "$notice" err || fail "no notice: $notice"
  seen input.reduced.c "$pattern" || fail "$pattern is gone"
  if grep -qw v9 input.reduced.c; then fail 'not reduced'; fi
  rm -r input.hdd input.reduced.c err said
}
check "$name" "in a test that is libclang-cpp[^ ]*0x[0-9a-f]+"
check 'clang::ParseAST\(' "in a test that is libclang-cpp[^ ]*0x[0-9a-f]+"
check "#5 .*$name" 'each text that crashes in the same way also runs'
