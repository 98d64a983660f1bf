/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a C++ compiler calls a declaration has the name that the text uses. */
#include "compiler/qualified.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "run_tests.h"

static void assert_names(const char *const (*rows)[2], size_t count)
{
  for (size_t i = 0; i < count; i++) {
    size_t size;
    const char *found = qualified_name(&size, rows[i][0]);
    char *name = mem_copy_bytes(found, size);
    ck_assert_str_eq(name, rows[i][1]);
    free(name);
  }
}
#define ASSERT_NAMES(rows) assert_names(rows, sizeof(rows) / sizeof *(rows))

START_TEST(test_qualified__printed_declarations_are_their_last_names)
{
  static const char *const rows[][2] = {
    { "f", "f" },
    { "f.constprop.0", "f" },
    { "int A::f(int)", "f" },
    { "a::b<c::d>::e", "e" },
    { "constexpr std::pair<A, B> n::C<int>::f(T, U) const [with T = B]", "f" },
    { "struct A<int, B<char> >", "A" },
    { "template<class T> using P = T* [with T = int]", "P" },
    { "{anonymous}::f(int)", "f" },
    { "(anonymous namespace)::A::g", "g" },
    { "main()::<lambda(auto:1)>", "main" },
    { "void (* f(int))(long int)", "f" },
    { "A::operator()(int) const", "A" },
    { "std::ostream& operator<<(std::ostream&, A)", "ostream" },
    { "n::~A", "A" },
    { "", "" },
    { "<<<", "" },
    { "((((", "" },
  };
  ASSERT_NAMES(rows);
}
END_TEST

START_TEST(test_qualified__mangled_declarations_are_their_last_names)
{
  static const char *const rows[][2] = {
    { "_Z1fv", "f" },
    { "__Z1fv", "f" },
    { "_ZL5localv", "local" },
    { "_ZN1a1bIiE1fEl", "f" },
    { "_ZNK1a1bILi12EE4sizeEv", "size" },
    { "_ZN1AILb1EXsr1BE1xE1gI1CEEvv", "g" },
    { "_ZNSt6vectorIiSaIiEE9push_backEOi", "push_back" },
    { "_ZSt4moveIRiEv", "move" },
    { "_ZN1AC2Ev", "A" },
    { "_ZTVN1a1bE", "b" },
    { "_ZGVZ4mainE1x", "main" },
    { "_ZN1AclEi", "A" },
    { "_Z", "" },
    { "_Z99f", "" },
    { "_ZN1aI", "a" },
    { "_ZN99999999999999999999a", "" },
  };
  ASSERT_NAMES(rows);
}
END_TEST

int main(void)
{
  return RUN_TESTS("qualified",
                   test_qualified__printed_declarations_are_their_last_names,
                   test_qualified__mangled_declarations_are_their_last_names);
}
