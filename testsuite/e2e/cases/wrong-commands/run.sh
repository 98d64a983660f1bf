# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What a command lacks, or cannot have, is said in one line that names it.
refused() { # EXIT LINE FILE WORD...
  code=0 wanted=$1 line=$2 file=$3
  shift 3
  # shellcheck disable=SC2086 # an option and its value, or nothing
  "$PROGRAM" --wrong-code $good "$file" -- "$@" >out 2>err || code=$?
  [ "$code" -eq "$wanted" ] || fail "$line: exit status $code: $(cat err)"
  grep -Eq "error: .*$line" err || fail "not $line: $(cat err)"
}
cat >main.c <<'END'
int other(int);
int main(void) { return other(0); }
END
echo 'int other(int x) { return x; }' >other.c
cat >reads.c <<'END'
#include <stdio.h>
int main(void) { return !fopen("data", "r"); }
END
cat >cc <<'END'
#!/bin/sh
# Builds for another processor.
while [ "$1" != -o ]; do shift; done
echo program >"$2" && chmod +x "$2"
END
chmod +x cc
good=
refused 1 'leave -shared out' input.c gcc -O2 -shared
refused 1 'has main\.c and other\.c' main.c gcc -O2 main.c other.c
refused 23 "undefined reference to .other" main.c gcc -O2
refused 24 'no other file is in its folder' reads.c gcc -O2
refused 23 'cannot run here: Exec format error' input.c "$PWD/cc" -O2
good='--good nosuch'
refused 1 'nosuch is not found' input.c gcc -O2
good='--good ./cc'
refused 23 'cannot run here: Exec format error' input.c gcc -O2
good=
gcc -c other.c
refused 22 'does the same' main.c gcc -O2 main.c other.o
# A value that a function does not return, and nobody asks for.
cat >value.c <<'END'
#include <stdio.h>
static int say(int x) { if (x < 0) puts("negative"); }
int main(int argc, char **argv)
{
  (void)argv;
  say(argc);
  printf("%d\n", argc << 3);
  return 0;
}
END
"$PROGRAM" --wrong-code --explain-oracle value.c -- \
  "$ROOT/testsuite/e2e/wrong-cc.sh" -O2 >out 2>&1 || fail "$(cat out)"
