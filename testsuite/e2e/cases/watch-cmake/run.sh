# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# CMake finds the same compiler with watch before it, its checks included, whose
# failures are no crashes; and the crash of a file is kept.
export XDG_STATE_HOME="$PWD/state"
unset MAKEFLAGS MFLAGS
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.18)
project(small LANGUAGES C)
include(CheckIncludeFile)
include(CheckCSourceCompiles)
check_include_file(stdio.h HAVE_STDIO)
check_include_file(no/such.h HAVE_NO_SUCH)
check_c_source_compiles("int main(void) { return bug; }" HAVE_BUG)
configure_file(found.in found @ONLY)
add_library(parts STATIC project/good.c project/other.c project/bug1.c)
END
echo 'stdio @HAVE_STDIO@ such @HAVE_NO_SUCH@ bug @HAVE_BUG@' >found.in
cp -R "$HERE/project" .
configure() { # NAME OPTION...
  name=$1
  shift
  cmake -G 'Unix Makefiles' -S . -B "$name" -DCMAKE_C_COMPILER="$HERE/cc.sh" \
    "$@" >"$name.log" 2>&1 || fail "$(cat "$name.log")"
}
configure plain
configure watched "-DCMAKE_C_COMPILER_LAUNCHER=$PROGRAM;watch;--"
diff plain/found watched/found >&2 || fail 'other things are found'
[ ! -e state ] || fail 'a check is taken for a crash'
for name in plain watched; do
  code=0
  cmake --build "$name" >"$name.out" 2>"$name.err" || code=$?
  [ "$code" -eq 2 ] || fail "$name ends with $code"
done
sed 's/plain/watched/g' plain.out | diff - watched.out >&2 || fail 'output differs'
grep -v '^clang-hdd: ' watched.err | diff plain.err - >&2 || fail 'errors differ'
[ "$(grep -c '^clang-hdd: cc.sh crashed (.*make_bug' watched.err)" -eq 1 ] ||
  fail "$(cat watched.err)"
[ "$("$PROGRAM" list | wc -l)" -eq 2 ] || fail 'not one bundle'
rm -rf project plain watched state CMakeLists.txt found.in ./*.log ./*.out ./*.err
