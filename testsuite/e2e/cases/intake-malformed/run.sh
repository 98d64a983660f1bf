# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Each damaged input gets one line and its exit status, and nothing is written.
status=0
refuses() { # EXIT-CODE ERE ARGUMENT...
  code=$1 line=$2
  shift 2
  is=0
  "$PROGRAM" "$@" >out 2>err </dev/null || is=$?
  if [ "$is" -ne "$code" ] || [ "$(wc -l <err)" -ne 1 ] || [ -s out ] ||
    ! grep -Eqa -e "$line" err; then
    echo "$*: exit status $is, not $code, or not /$line/:" >&2
    cat err >&2
    status=1
  fi
  rm -f out err
}

mkdir in build empty
head='# Crash reproducer for clang version 14.0.6'
echo 'int x;' >in/a.c && cp in/a.c in/b.c
printf '%s\n' "$head" >in/no-command.sh
printf '%s\n "clang" "-cc1" "a' "$head" >in/quote.sh
printf '%s\n "no-such-clang" "-cc1" "a.c"\n' "${head%14.0.6}99.0" >in/no-compiler.sh
printf '%s\n "clang" "-cc1" "gone.c"\n' "$head" >in/no-source.sh
printf '%s\nrm -rf x\n' "$head" >in/other.sh
printf 'echo hello\n' >in/plain.sh
printf '\177ELF\002\001\001\000\000' >in/junk.sh
cp in/junk.sh in/junk.out
: >in/empty.out
printf '// Target: avr\n// gcc version 12.2.0\n\nint x;\n' >in/no-cc1.out
printf '// Target: avr\n\n// /x/cc1 a.c -O2\n' >in/no-source.out
printf '// Target: none-such\n// gcc version 99.1\n\n// /x/cc1 a.c -O2\n\nint x;\n' >in/no-gcc.out
printf '%s\n "" "-cc1" "a.c"\n' "$head" >in/no-program.sh
printf '%s\n "clang" "-cc1" "-O2"\n' "$head" >in/no-input.sh
refuses 17 'no-command.sh has no command' in/no-command.sh
refuses 17 'no-program.sh has no command' in/no-program.sh
refuses 17 'the C file, the source of in/no-input.sh, is not' in/no-input.sh
refuses 17 'quote.sh: a quote is not closed' in/quote.sh
refuses 17 'no-such-clang .*is not here; name one after --' in/no-compiler.sh
refuses 17 'gone.c, the source of in/no-source.sh, is not beside' in/no-source.sh
refuses 17 'other.sh is not a crash reproducer' in/other.sh
refuses 17 'plain.sh is not a crash reproducer' in/plain.sh
refuses 17 'junk.sh' in/junk.sh
refuses 17 'junk.out is not a report of GCC' in/junk.out
refuses 17 'empty.out is not a report of GCC' in/empty.out
refuses 17 'no-cc1.out has no line with the command of cc1' in/no-cc1.out
refuses 17 'no-source.out has no source' in/no-source.out
PATH=/usr/bin:/bin refuses 17 'none-such, is not here' in/no-gcc.out

database() { # TEXT
  printf '%s' "$1" >build/compile_commands.json
}
refuses 17 '-p gone: there is no such folder' -p gone in/a.c
refuses 17 'empty has no compile_commands.json' -p empty in/a.c
database 'int x;'
refuses 17 'is not JSON' -p build in/a.c
database '{ "file": "a.c" }'
refuses 17 'has to be a list' -p build in/a.c
database '[ { "directory": "/", "command": "cc -c a.c" } ]'
refuses 17 'entry 1 has no "file"' -p build in/a.c
database '[ { "directory": "/", "file": "a.c" } ]'
refuses 17 'neither "command" nor "arguments"' -p build in/a.c
database "[ { \"directory\": \"/no/such\", \"file\": \"$PWD/in/a.c\",
  \"command\": \"cc -c a.c\" } ]"
refuses 17 'the folder /no/such' -p build in/a.c
database '[ { "directory": "/", "file": "b.c", "command": "cc -c b.c" } ]'
refuses 17 'in/a.c has no command in .*; did you mean b.c' -p build in/a.c
refuses 17 'in/a.h is a header' -p build in/a.h
refuses 17 'in/b.c has no command in .*, but /b.c has' -p build in/b.c
mkdir pipe && mkfifo pipe/compile_commands.json
refuses 17 'pipe/compile_commands.json is not a plain file' -p pipe in/b.c
refuses 1 '-p build FILE' -p build
refuses 1 'is a compilation database' build/compile_commands.json
refuses 1 '--build-path: leave it out' -p build in/a.c -- cc

refuses 1 'names no source' -- cc -c
refuses 2 'gone.c, which the command compiles' -- cc -c gone.c
refuses 1 'it expands variables' -- "cc \$FLAGS -c in/a.c"
refuses 1 'it sets a limit' -- '$ ulimit -s 100000; cc -c in/a.c'
refuses 5 'a quote is not closed' -- "cc 'in/a.c -c"
mkfifo in/b.sh # nobody writes to it
refuses 7 'in/b.c does not crash cc' in/b.c --cc cc
refuses 7 'none of the sources crashes' -- cc -c in/a.c in/b.c
exit "$status"
