# shellcheck shell=sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
mkdir part
cat >part/own.h <<'END'
#include <utility>
namespace own {
struct node { int value; bool operator==(const node &) const; };
template <class T> struct list { T *begin, *end; int bug; int size() const; };
}
END
printf '#include "own.h"\nown::list<own::node> nodes;\n' >input.cc
