# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck disable=SC2086 # options are words
# A C++ project, built under watch and from a compilation database, with an
# option that kills the compiler.
export XDG_STATE_HOME="$PWD/state"
mkdir src
cat >src/shapes.h <<'X'
#pragma once
namespace shapes {
template <class T> struct point { T x, y; };
class shape {
public:
  virtual ~shape();
  virtual long area() const = 0;
};
}
X
cat >src/log.cc <<'X'
#include "shapes.h"
extern int *level;
int write(int *, const char *);
shapes::shape::~shape() { write(level, "gone"); }
X
cat >src/square.cc <<'X'
#include "shapes.h"
namespace shapes {
struct square : shape {
  point<long> side;
  square(long a) : side{a, a} {}
  long area() const override { return side.x * side.y; }
};
}
X
options='-fno-crash-diagnostics -std=c++17 -Isrc -mllvm -global-isel -mllvm -global-isel-abort=1'
for name in log square; do
  "$PROGRAM" watch -- clang++-14 $options -c src/$name.cc -o $name.o 2>>err || true
done
id=$(sed -n 's/^clang-hdd: clang++-14 crashed (cannot select: .*): *clang-hdd reduce //p
  s/^clang-hdd: clang++-14 crashed .*; kept as .*reduce //p' err)
[ -f "state/clang-hdd/crashes/$id/bundle.json" ] || fail "$(cat err)"
"$PROGRAM" -q "$id"
clang++-14 -w -fsyntax-only log.reduced.cc
[ "$(wc -w <log.reduced.cc)" -lt 16 ] ||
  fail "$(cat log.reduced.cc)"
grep -q 'clang++' log.report/github.md || fail "$(cat log.report/github.md)"

cat >compile_commands.json <<X
[{ "directory": "$PWD", "file": "src/square.cc",
   "command": "clang++-14 -std=c++17 -Isrc -c src/square.cc" },
 { "directory": "$PWD", "file": "src/log.cc",
   "command": "clang++-14 $options -c src/log.cc" }]
X
"$PROGRAM" -q --no-report -p . -o of.cc src/log.cc
cmp of.cc log.reduced.cc >&2
rm -r ./*
