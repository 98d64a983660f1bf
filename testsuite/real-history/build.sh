#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds an interpreter that checks itself, of any version of Lua with or without
# Debian's patches: run in its tree, installs into $BUILD. With an argument a
# header is left out that Debian's packaging writes, and that patched trees need.
set -e
header=$(sed -n 's/^#include "\(lua.*-multiarch\.h\)"$/\1/p' src/luaconf.h)
[ -z "$header" ] || [ $# -gt 0 ] ||
  echo "#define DEB_HOST_MULTIARCH \"$(gcc -print-multiarch)\"" >"src/$header"
set --
for source in src/*.c; do
  case ${source#src/} in
    luac.c | print.c | onelua.c) ;;
    *) set -- "$@" "$source" ;;
  esac
done
exec gcc -w -O0 -include assert.h -D lua_assert=assert -D LUA_USE_POSIX \
  -o "$BUILD/lua" "$@" -lm
