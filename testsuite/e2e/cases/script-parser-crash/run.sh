# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A crash of the compiler's parser comes despite all errors, also those after which
# nothing is compiled. Where the front end accepts the original, it judges.
{
  echo 'template <class T> struct holder { T kept; int uses; };'
  echo 'template <class T> bool accepts(holder<T> *of);'
  echo 'template <class... T>'
  echo 'void all(int n, bool yes = (accepts<T>(nullptr) || ...));'
  echo 'int main() { holder<int> h{ 1, 2 }; return h.kept + h.uses; }'
} >input.cc
command="clang-14 -w -std=c++20 -fno-crash-diagnostics -c"
script="$command input.cc 2>&1 | grep -q 'current parser token'"
"$PROGRAM" -v --no-report -o out.cc -c "$script" input.cc >out 2>&1 ||
  fail "$(cat out)"
grep -q '^judge  *libclang' out || fail "$(cat out)"
$command out.cc 2>&1 | grep 'out.cc:.*error:' && fail "$(cat out.cc)"
grep -q '\.\.\.));$' out.cc || fail "$(cat out.cc)"
rm -r ./*
