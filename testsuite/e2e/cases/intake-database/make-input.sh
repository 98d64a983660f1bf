# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A project whose database has two commands for a file, one of which crashes.
mkdir build src include
: >include/known.h
printf 'int a;\nint bug;\nint f(int x)\n{\n  return x + a;\n}\nint b;\n' >src/x.c
echo '-Deep -I../include' >build/rsp
cat >build/compile_commands.json <<EOF
[ { "directory": "$PWD/build", "file": "../src/x.c",
    "command": "env LEVEL=3 nice '$HERE/cc.sh' -I../include -c ../src/x.c" },
  { "directory": "$PWD/build", "file": "../src/x.c", "arguments": ["env",
    "LEVEL=3", "$HERE/cc.sh", "@rsp", "-c", "../src/x.c", "-o", "x.o"] } ]
EOF
