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
cat >fails.c <<'END'
#ifndef NO
#error unknown
#endif
int main(void) { return !NO; }
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
refused 1 'has other\.c as well' main.c gcc -O2 main.c other.c
refused 1 'has other\.c as well' main.c gcc -O2 other.c
refused 1 'has other\.c as well' main.c 'cd . && gcc -O2 main.c other.c'
refused 23 "undefined reference to .other" main.c gcc -O2
refused 23 'cannot find -lnothere' input.c gcc -O2 -lnothere
refused 24 'no other file .* absolute path' reads.c gcc -O2
refused 24 'fails .*: exit status 1; .* does not build .*unknown' fails.c gcc -Wp,-DNO=0
refused 23 'cannot run here: Exec format error' input.c "$PWD/cc" -O2
good='--good nosuch'
refused 1 'nosuch is not found' input.c gcc -O2
good='--good ./cc'
refused 23 'cannot run here: Exec format error' input.c gcc -O2
good=
# MSan does not see what an object stores, and the others link it too.
cat >fill.c <<'END'
struct pair { int first, second; };
void fill(struct pair *to) { to->first = 4, to->second = 7; }
END
cat >filled.c <<'END'
#include <stdio.h>
struct pair { int first, second; };
void fill(struct pair *);
int main(int argc, char **argv)
{
  struct pair at;
  (void)argv;
  fill(&at);
  if (at.first > 3)
    printf("%d\n", argc + at.second << 3);
  return 0;
}
END
gcc -c fill.c
"$PROGRAM" --wrong-code --explain-oracle filled.c -- \
  "$ROOT/testsuite/e2e/wrong-cc.sh" -O2 filled.c fill.o >out 2>&1 || fail "$(cat out)"
grep -q 'fsanitize=undefined,address' out || fail "no sanitizer: $(cat out)"
# Nor what a library stores.
ar rc libfill.a fill.o
"$PROGRAM" --wrong-code --explain-oracle filled.c -- \
  "$ROOT/testsuite/e2e/wrong-cc.sh" -O2 -L"$PWD" -lfill >out 2>&1 || fail "$(cat out)"
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
