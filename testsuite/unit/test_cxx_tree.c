/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The structure of C++, whatever libclang makes of the text. */
#include "base/text.h"
#include "clang_fixture.h"
#include "run_tests.h"

static rd_tree *cxx_tree(const char *text)
{
  rd_frontend_options options = { .version = RD_FRONTEND_ABI,
                                  .file_name = "input.cc" };
  return clang_tree_with(&options, text, strlen(text));
}

/* Asserts that nothing of the text is generic, and how the first node of the
 * kind and text stands (no kind: not asked). */
static void expect_place(const char *source, const char *kind, const char *text,
                         rd_place place)
{
  rd_tree *tree = cxx_tree(source);
  for (uint32_t i = 0; i < rd_tree_size(tree); i++)
    ck_assert_msg(!(rd_tree_at(tree, i)->flags & RD_GENERIC),
                  "`%s` has generic tokens", source);
  const rd_node *at = clang_node(tree, kind, text);
  ck_assert_msg(at->place == place, "`%s` has place %d", text ? text : kind,
                at->place);
  rd_tree_free(tree);
}

static void expect_readable(const char *const *sources)
{
  for (; *sources; sources++)
    expect_place(*sources, NULL, NULL, RD_REQUIRED);
}

START_TEST(test_cxx_tree__namespaces_and_linkages_hold_declarations)
{
  static const char text[] =
      "namespace a { inline namespace b { int x; } int v; } extern \"C\" { int "
      "y; }"
      "namespace { int z; } namespace c::d { } namespace e = a::b;";
  expect_place(text, "namespace", "inline namespace b { int x; }", RD_ELEMENT);
  expect_place(text, "linkage", "extern \"C\" { int y; }", RD_ELEMENT);
  expect_place(text, "namespace-alias", "namespace e = a::b;", RD_ELEMENT);
  expect_place(text, "qualifier", "a::", RD_OPTIONAL);
  expect_place("extern \"C\" int f();", "linkage-words", "extern \"C\"",
               RD_OPTIONAL);
}
END_TEST

START_TEST(test_cxx_tree__a_template_is_what_it_declares_with_a_head)
{
  static const char text[] =
      "template <class T, int N = 3> struct A { T t[N]; };"
      "template <> struct A<int, 1> {}; template struct A<int, 2>;";
  expect_place(text, "template-head", "template <class T, int N = 3>",
               RD_OPTIONAL);
  expect_place(text, "template-head", "template <>", RD_REQUIRED);
  expect_place(text, "template-parameter", "int N = 3", RD_ELEMENT);
  expect_place(text, "with-value", "= 3", RD_OPTIONAL);
}
END_TEST

START_TEST(test_cxx_tree__arguments_of_templates_close_together)
{
  static const char text[] =
      "template <class T> struct A {}; A<A<A<int>>> a; int b = 8 >> 1;";
  expect_place(text, "named-type", "A<A<A<int>>>", RD_REQUIRED);
  expect_place(text, "shift", "8 >> 1", RD_REQUIRED);
}
END_TEST

START_TEST(test_cxx_tree__a_comparison_is_no_list)
{
  expect_place("bool f(int a, int b) { return a < 1 && b > 2; }", "logical-and",
               "a < 1 && b > 2", RD_OPTIONAL);
  expect_place("int f(int a, int b) { return a < b ? a : b > 0; }",
               "comparison", "a < b", RD_REQUIRED);
}
END_TEST

START_TEST(test_cxx_tree__members_are_elements_of_their_class)
{
  static const char text[] =
      "struct B {}; class A : public virtual B { public: A() : i(1), j{2} {}"
      "~A(); int i, j = 0; virtual void f() const noexcept = 0;"
      "A &operator=(const A &) = delete; friend class C; };";
  expect_place(text, "bases", ": public virtual B", RD_OPTIONAL);
  expect_place(text, "access-specifier", "public:", RD_ELEMENT);
  expect_place(text, "member-initializers", ": i(1), j{2}", RD_OPTIONAL);
  expect_place(text, "member-initializer", "j{2}", RD_ELEMENT);
  expect_place(text, "defaulted", "= delete", RD_OPTIONAL);
  expect_place(text, "noexcept", "noexcept", RD_OPTIONAL);
}
END_TEST

START_TEST(test_cxx_tree__a_body_goes_with_its_initialisers)
{
  rd_tree *tree = cxx_tree("struct A { int i; A() : i(1) { i = 2; } };"
                           "struct B { void f(); }; void B::f() { f(); }");
  uint32_t body = clang_find(tree, 0, "constructor-body", NULL);
  ck_assert(rd_tree_at(tree, body)->flags & RD_BODY);
  ck_assert(clang_has_filler(tree, body, ";"));
  uint32_t outside = clang_find(tree, 0, "function", "void B::f() { f(); }");
  ck_assert(rd_tree_at(tree, outside)->flags & RD_REDECLARED);
  body = clang_find(tree, outside, "compound", NULL);
  ck_assert(!clang_has_filler(tree, body, ";"));
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_cxx_tree__lambdas_and_their_captures_are_parts)
{
  static const char text[] =
      "void f(int a) { auto g = [a, &b = a]<class T>(T t) mutable -> int"
      "{ return t; }; g(1); }";
  expect_place(text, "capture", "&b = a", RD_ELEMENT);
  expect_place(text, "trailing-return", "-> int", RD_OPTIONAL);
  expect_place(text, "template-head", "<class T>", RD_OPTIONAL);
}
END_TEST

START_TEST(test_cxx_tree__constraints_are_optional)
{
  static const char text[] =
      "template <class T> concept C = requires(T t) { typename T::x;"
      "{ t + 1 } -> D<int>; requires sizeof(T) > 1; };"
      "template <C T> requires (sizeof(T) < 4) && C<T> void f(T) {}";
  expect_place(text, "requires-clause", "requires (sizeof(T) < 4) && C<T>",
               RD_OPTIONAL);
  expect_place(text, "requirement", "typename T::x;", RD_ELEMENT);
  expect_place(text, "trailing-return", "-> D<int>", RD_OPTIONAL);
}
END_TEST

START_TEST(test_cxx_tree__every_construct_is_read)
{
  static const char *const sources[] = {
    "template <class... T> auto f(T... t) -> decltype((t + ...)) "
    "{ return (... + t) + sizeof...(T); }",
    "struct A { operator bool() const; A(int); int operator()(int) &&; };"
    "A::A(int) try { } catch (int &e) { } catch (...) { }",
    "void f() { for (auto &[a, b] : c) d(a, b); if (int i = 0; i) throw 1; }",
    "void f(int *p) { delete p; delete[] p; p = new (p) int[3]{1}; }",
    "struct A { int i; }; int A::*p = &A::i; int f(A a) { return a.*p; }",
    "using A = int; using namespace std; using std::size_t; typedef int B;",
    "enum class E : unsigned char { a, b = 2 }; E e = static_cast<E>(1);",
    "const char *s = R\"x(\n)\")x\" \"a\"_b; char c = 'a'_c;",
    "auto f() { co_await g(); co_yield 1; co_return; }",
    "template <class T> A(T) -> A<T>; static_assert(noexcept(f()));",
    "[[nodiscard]] int f(); void g() { switch (1) { [[likely]] case 1:; } }",
    "template <template <class> class T, int... I> struct S : T<int>... {};",
    "bool operator<=>(A, A); bool b = (x <=> y) < 0; int q = ::operator "
    "new(1);",
    "void f() { if constexpr (x) { } else try { } catch (A) { } }",
    "struct A { using B::operator+, B::operator-; }; "
    "int i = f(&A::operator+, &A::operator-);",
    "int x(3), y{4}; std::vector<int> v(x, y); T (*p)(int) = nullptr;",
    NULL
  };
  expect_readable(sources);
}
END_TEST

START_TEST(test_cxx_tree__damaged_texts_have_trees)
{
  static const char *const sources[] = { "=requires{ <",  "template<",
                                         "A<B<C",         "struct A : ",
                                         "void f() : a(", "[",
                                         "operator",      "namespace a::",
                                         "x->~",          NULL };
  for (const char *const *at = sources; *at; at++)
    rd_tree_free(cxx_tree(*at));
}
END_TEST

/* The function behind a mistake stands in the file, whichever bracket is open. */
static void expect_recovery(const char *file_name, const char *mistake)
{
  rd_frontend_options options = { .version = RD_FRONTEND_ABI,
                                  .file_name = file_name };
  char *text = mem_format("%s\nstatic int f(int a)\n{\n  return a;\n}\n"
                          "int b;\n",
                          mistake);
  rd_tree *tree = clang_tree_with(&options, text, strlen(text));
  const rd_node *at = clang_node(tree, "function", NULL);
  uint32_t f =
      clang_find(tree, 0, "function", "static int f(int a)\n{\n  return a;\n}");
  ck_assert_msg(f != RD_NONE && !rd_tree_at(tree, f)->parent,
                "`%s` swallows what follows, or %.*s", mistake,
                (int)(at->end - at->begin), text + at->begin);
  rd_tree_free(tree);
  free(text);
}

START_TEST(test_cxx_tree__a_declaration_in_the_first_column_ends_what_is_open)
{
  static const char *const mistakes[] = { "void g() {\n  int x;",
                                          "struct A {\n  int x;",
                                          "int a[] = { 1, 2",
                                          "enum E { a,",
                                          "int g( {",
                                          "int v = g((1, 2;",
                                          "void g() {\n  if (1) {\n  }",
                                          "void g() {\n  { h(;\n  }\n}\n}",
                                          NULL };
  for (const char *const *at = mistakes; *at; at++) {
    expect_recovery("input.c", *at);
    expect_recovery("input.cc", *at);
  }
}
END_TEST

START_TEST(test_cxx_tree__a_brace_closes_what_is_indented_as_itself)
{
  static const char source[] =
      "namespace n {\n  void f() {\n    if (1) {\n  }\n"
      "  void g() { }\n}\nint h();\n";
  rd_tree *tree = cxx_tree(source);
  uint32_t h = clang_find(tree, 0, "declaration", "int h();");
  ck_assert(h != RD_NONE && !rd_tree_at(tree, h)->parent);
  (void)clang_node(tree, "function", "void f() {\n    if (1) {\n  }");
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_cxx_tree__words_of_cxx_are_names_in_c)
{
  rd_tree *tree = clang_tree("int class, template; int *new;");
  ck_assert_uint_ne(clang_find(tree, 0, NULL, "template"), RD_NONE);
  (void)clang_node(tree, "declarator", "class");
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_cxx_tree__an_inline_namespace_hides_nothing)
{
  rd_tree *tree = cxx_tree("inline namespace a { inline int f() {} }");
  uint32_t first = clang_find(tree, 0, NULL, "inline");
  uint32_t second = clang_find(tree, first + 1, NULL, "inline");
  ck_assert(!(rd_tree_at(tree, first)->flags & RD_INTERNAL));
  ck_assert(rd_tree_at(tree, second)->flags & RD_INTERNAL);
  rd_tree_free(tree);
}
END_TEST

/* May the second node of a text stand in the place of the first one? */
static bool may_stand(const char *source, const char *const place[2],
                      const char *const other[2])
{
  rd_tree *tree = cxx_tree(source);
  const rd_node *at = clang_node(tree, place[0], place[1]);
  const rd_node *node = clang_node(tree, other[0], other[1]);
  bool fits = rd_tree_fits(tree, at->accepts, node->sorts);
  rd_tree_free(tree);
  return fits;
}

START_TEST(test_cxx_tree__a_pack_stays_within_its_pattern)
{
  static const char source[] = "template <class... T> int f(T... t) {"
                               " return g((sizeof(*t) + ... + *h), -*t...); }";
  static const char *const fold[] = { "fold", "sizeof(*t) + ... + *h" };
  static const char *const size[] = { "sizeof", "sizeof(*t)" };
  static const char *const star[] = { "dereference", "*t" };
  static const char *const minus[] = { "unary", "-*t" };
  static const char *const expansion[] = { "expansion", "-*t..." };
  static const char *const plain[] = { "dereference", "*h" };
  ck_assert(!may_stand(source, fold, size));
  ck_assert(!may_stand(source, expansion, minus));
  ck_assert(may_stand(source, size, star));
  ck_assert(may_stand(source, minus, star));
  ck_assert(may_stand(source, fold, plain));
  ck_assert(!may_stand(source, size, plain));
}
END_TEST

START_TEST(test_cxx_tree__one_of_several_packs_will_do)
{
  static const char source[] =
      "template <class... T> int f(T... t, T... u) { g(*t + -*u...); *h; }";
  static const char *const plain[] = { "dereference", "*h" };
  static const char *const star[] = { "dereference", "*t" };
  static const char *const minus[] = { "unary", "-*u" };
  static const char *const sum[] = { "additive", "*t + -*u" };
  ck_assert(may_stand(source, star, plain));
  ck_assert(may_stand(source, minus, plain));
  ck_assert(may_stand(source, minus, star));
  ck_assert(!may_stand(source, sum, plain));
  ck_assert(!may_stand(source, plain, star));
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("cxx_tree");
  TCase *shape = tcase_create("shape");
  tcase_add_test(shape,
                 test_cxx_tree__namespaces_and_linkages_hold_declarations);
  tcase_add_test(shape,
                 test_cxx_tree__a_template_is_what_it_declares_with_a_head);
  tcase_add_test(shape, test_cxx_tree__arguments_of_templates_close_together);
  tcase_add_test(shape, test_cxx_tree__a_comparison_is_no_list);
  tcase_add_test(shape, test_cxx_tree__members_are_elements_of_their_class);
  tcase_add_test(shape, test_cxx_tree__a_body_goes_with_its_initialisers);
  tcase_add_test(shape, test_cxx_tree__lambdas_and_their_captures_are_parts);
  tcase_add_test(shape, test_cxx_tree__constraints_are_optional);
  tcase_add_test(shape, test_cxx_tree__every_construct_is_read);
  tcase_add_test(shape, test_cxx_tree__damaged_texts_have_trees);
  tcase_add_test(
      shape,
      test_cxx_tree__a_declaration_in_the_first_column_ends_what_is_open);
  tcase_add_test(shape,
                 test_cxx_tree__a_brace_closes_what_is_indented_as_itself);
  tcase_add_test(shape, test_cxx_tree__an_inline_namespace_hides_nothing);
  tcase_add_test(shape, test_cxx_tree__a_pack_stays_within_its_pattern);
  tcase_add_test(shape, test_cxx_tree__one_of_several_packs_will_do);
  tcase_add_test(shape, test_cxx_tree__words_of_cxx_are_names_in_c);
  tcase_set_timeout(shape, 60);
  suite_add_tcase(suite, shape);
  return run_suite(suite);
}
