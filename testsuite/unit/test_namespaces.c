/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites of namespaces and extern "C". */
#include "rewritten.h"
#include "run_tests.h"

START_TEST(test_namespaces__go_with_all_uses_of_their_names)
{
  expect_cxx("namespace a { struct s; int f(); } namespace a { int a; }"
             "int g() { return a::f() + ::a::f(); } a::s *p;",
             "namespace-dropped",
             "struct s; int f(); int a;"
             "int g() { return f() + ::f(); } s *p;",
             NULL);
}
END_TEST

START_TEST(test_namespaces__without_a_name_go)
{
  expect_cxx("namespace { int a; } inline namespace { int b; }",
             "namespace-dropped", "int a; inline namespace { int b; }",
             "namespace { int a; } int b;", NULL);
}
END_TEST

START_TEST(test_namespaces__within_others_go)
{
  expect_cxx("namespace a::b { int x; } int y = a::b::x;", "namespace-dropped",
             "namespace b { int x; } int y = b::x;", NULL);
  expect_cxx("namespace a { inline namespace b __attribute__((abi_tag)) {"
             "int x; } } int y = a::b::x;",
             "namespace-dropped",
             "inline namespace b __attribute__((abi_tag)) { int x; }"
             "int y = b::x;",
             "namespace a { int x; } int y = a::x;", NULL);
}
END_TEST

START_TEST(test_namespaces__go_with_what_names_only_them)
{
  expect_cxx("namespace a { int x; } using namespace a; using a::x;"
             "namespace b = a;",
             "namespace-dropped", "int x;", NULL);
  expect_cxx("namespace a { namespace b { int x; } } using a::b::x;"
             "using namespace a::b;",
             "namespace-dropped",
             "namespace b { int x; } using b::x; using namespace b;",
             "namespace a { int x; } using a::x; using namespace a;", NULL);
}
END_TEST

START_TEST(test_namespaces__stay_where_a_block_is_damaged)
{
  expect_cxx("namespace a; namespace", "namespace-dropped", NULL);
  expect_cxx("namespace a {", "namespace-dropped", NULL);
}
END_TEST

START_TEST(test_namespaces__are_like_linkage)
{
  expect_cxx("extern \"C\" { int a; } extern \"C++\" int b; extern int c;",
             "linkage-dropped", "int a; extern \"C++\" int b; extern int c;",
             "extern \"C\" { int a; } int b; extern int c;", NULL);
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "namespaces", test_namespaces__go_with_all_uses_of_their_names,
      test_namespaces__without_a_name_go, test_namespaces__within_others_go,
      test_namespaces__go_with_what_names_only_them,
      test_namespaces__stay_where_a_block_is_damaged,
      test_namespaces__are_like_linkage);
}
