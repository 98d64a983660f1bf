# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The command of a compilation database, which runs in an untracked build folder.
# shellcheck disable=SC2154 # cc and work are of blame.sh
set -eu
. "$ROOT/testsuite/e2e/blame.sh"
begin
pad 2
sed -i 's/  return x/  int bug = 2;\n&/' src/a.c
commit 'the bug'
pad 3
mkdir build
mkdir .git/info
echo build >.git/info/exclude
cat >build/compile_commands.json <<END
[ { "directory": "$PWD/build", "file": "$PWD/src/a.c",
    "command": "$cc -I../include -o a.o -c $PWD/src/a.c" },
  { "directory": "$PWD/build", "file": "../src/other.c",
    "command": "ccache $cc -I$PWD/include -Dpad_1700000060=bug -c ../src/other.c" } ]
END
blame 0 -p build src/a.c
found HEAD~3
cd src
blame 0 -p ../build other.c
found HEAD~5 src/other.c
