# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A crash of Clang on C++: the version that introduced it, found for the file, and
# beside its reduction, which stays on that version.
wrong() {
  printf 'FAIL: %s\n' "$*" >&2
  cat found.txt said.txt >&2
  exit 99
}
versions=clang++-14,clang++-19
"$PROGRAM" bisect --versions $versions input.cc -- clang++ -std=c++14 >found.txt \
  2>said.txt || wrong "status $?"
grep -q '^first bad version: clang++-19 (19.*); last good: clang++-14 (14.*)$' \
  found.txt || wrong 'another version'
grep -q '^  before   clang++-14 (14.*) compiles it$' found.txt || wrong 'not fine'

"$PROGRAM" --bisect --versions $versions input.cc -- clang++ -std=c++14 \
  >found.txt 2>said.txt || wrong "status $?"
grep -q '^started with clang++-19 (19' said.txt || wrong 'no version'
clang++-14 -std=c++14 -fsyntax-only input.reduced.cc || wrong 'not valid'
grep -q '^First bad version: clang++-19 .*is fine: clang++-14' \
  input.report/github.md || wrong 'not in the report'
grep -q '^This case was tested on both sides of it' input.report/github.md ||
  wrong 'not tested'
[ -e input.report/lit-test.cpp ] || wrong 'no test'
