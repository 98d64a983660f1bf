/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What may stand in a place: phrases, typed phrases, sorts and type classes. */
#include "clang_fixture.h"
#include "run_tests.h"

static uint32_t find(const rd_tree *tree, const char *kind, const char *text)
{
  uint32_t found = clang_find(tree, 0, kind, text);
  ck_assert_msg(found != RD_NONE, "no %s `%s`", kind, text);
  return found;
}

static const char *phrase(const rd_tree *tree, const char *kind,
                          const char *text)
{
  uint32_t string = clang_node(tree, kind, text)->phrase;
  return string == RD_NONE ? NULL : rd_tree_string(tree, string);
}

START_TEST(test_clang_phrases__places_have_their_shortest_text)
{
  rd_tree *tree = clang_tree("char c[5] = { 6 };\n"
                             "int f(int a) { while (a) a = 7;\n"
                             "  asm(\"nop\"); return a + 2; }");
  ck_assert_str_eq(phrase(tree, "type", "char"), "int");
  ck_assert_str_eq(phrase(tree, "literal", "5"), "1");
  ck_assert_str_eq(phrase(tree, "braces", "{ 6 }"), "0");
  ck_assert_str_eq(phrase(tree, "expression-statement", "a = 7;"), ";");
  ck_assert_str_eq(phrase(tree, "literal", "7"), "0");
  ck_assert_str_eq(phrase(tree, "string", "\"nop\""), "\"\"");
  ck_assert_str_eq(phrase(tree, "additive", "a + 2"), "0");
  ck_assert_str_eq(phrase(tree, "compound", NULL), "{}");
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_clang_phrases__a_body_may_become_a_semicolon)
{
  rd_tree *tree = clang_tree("int f(int a) { return a; }\n"
                             "g(b) int b; { return b; }");
  uint32_t body = find(tree, "compound", "{ return a; }");
  uint32_t old = find(tree, "compound", "{ return b; }");
  ck_assert(clang_has_filler(tree, body, ";"));
  ck_assert_msg(!clang_has_filler(tree, old, ";"),
                "old parameters cannot stand in a prototype");
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_clang_phrases__lvalues_become_variables_in_scope)
{
  rd_tree *tree = clang_tree("int near, *pointer; void g(int proto);\n"
                             "void f(int *p) { { int gone; } *p = 1;\n"
                             "  int later; } int after;");
  uint32_t lvalue = find(tree, "dereference", "*p");
  ck_assert(clang_has_filler(tree, lvalue, "near"));
  ck_assert(!clang_has_filler(tree, lvalue, "pointer"));
  ck_assert(!clang_has_filler(tree, lvalue, "proto"));
  ck_assert(!clang_has_filler(tree, lvalue, "gone"));
  ck_assert(!clang_has_filler(tree, lvalue, "later"));
  ck_assert(!clang_has_filler(tree, lvalue, "after"));
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_clang_phrases__shorter_variables_come_first)
{
  rd_tree *tree = clang_tree("int x, longer, mid;\n"
                             "void f(int *p) { *p = 1; }");
  uint32_t lvalue = find(tree, "dereference", "*p");
  ck_assert_str_eq(rd_tree_filler(tree, lvalue, 0), "x");
  ck_assert_str_eq(rd_tree_filler(tree, lvalue, 1), "mid");
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_clang_phrases__records_become_literals_or_variables)
{
  rd_tree *tree = clang_tree("typedef struct { int a; } T; T v, h(void);\n"
                             "struct S { int b; } k(void);\n"
                             "int f(void) { return h().a + k().b; }");
  uint32_t call = find(tree, "call", "h()");
  ck_assert(clang_has_filler(tree, call, "v"));
  ck_assert(clang_has_filler(tree, call, "(T){0}"));
  ck_assert(clang_has_filler(tree, find(tree, "call", "k()"), "(struct S){0}"));
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_clang_phrases__braces_take_the_type_of_their_place)
{
  static const char text[] = "struct T { int a; } b(int);\n"
                             "int f(T, int);\n"
                             "T g() { return b(1); }\n"
                             "T h = (b(2));\n"
                             "int i = f(b(4), 0), j = b(3).a;";
  rd_frontend_options options = { .version = RD_FRONTEND_ABI,
                                  .file_name = "input.cc" };
  rd_tree *tree = clang_tree_with(&options, text, strlen(text));
  ck_assert(clang_has_filler(tree, find(tree, "call", "b(1)"), "{}"));
  ck_assert(clang_has_filler(tree, find(tree, "parens", "(b(2))"), "{}"));
  ck_assert(clang_has_filler(tree, find(tree, "call", "b(4)"), "{}"));
  ck_assert(!clang_has_filler(tree, find(tree, "call", "b(3)"), "{}"));
  rd_tree_free(tree);
  options.args = (const char *const[]){ "-std=c++98", NULL };
  tree = clang_tree_with(&options, text, strlen(text));
  ck_assert(!clang_has_filler(tree, find(tree, "call", "b(1)"), "{}"));
  ck_assert(clang_has_filler(tree, find(tree, "call", "b(1)"), "T()"));
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_clang_phrases__unnamed_records_have_no_literal)
{
  rd_tree *tree = clang_tree("struct { int a; } v, *p;\n"
                             "int f(void) { return (*p).a; }");
  uint32_t base = find(tree, "parens", "(*p)");
  ck_assert(clang_has_filler(tree, base, "v"));
  ck_assert_uint_eq(rd_tree_at(tree, base)->filler_count, 1);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_clang_phrases__pointers_become_typed_nulls)
{
  rd_tree *tree = clang_tree("struct S { int a; } *g(void); int v[3];\n"
                             "int f(void) { return g()->a + v[2]; }");
  ck_assert(clang_has_filler(tree, find(tree, "call", "g()"), "(struct S *)0"));
  ck_assert(clang_has_filler(tree, find(tree, "name", "v"), "(int *)0"));
  ck_assert_ptr_null(phrase(tree, "call", "g()"));
  rd_tree_free(tree);
}
END_TEST

/* A call whose arguments want one type class each. */
static const char calls[] =
    "struct S { int x; } record; int *ip; char *cp; void *vp; short sh;\n"
    "int (*fp)(void);\n"
    "void g(void *, int *, double, struct S, char *, int (*)(void), int);\n"
    "void f(void) { g(vp, ip, sh, record, cp, fp, 0); }";

/* May the value of an argument stand where another argument stands? */
static bool may_stand(const rd_tree *tree, const char *place, const char *value)
{
  uint32_t list = find(tree, "arguments", NULL);
  const rd_node *to = rd_tree_at(tree, clang_find(tree, list, NULL, place));
  const rd_node *from = rd_tree_at(tree, clang_find(tree, list, NULL, value));
  return rd_tree_converts(tree, to->want, from->type);
}

START_TEST(test_clang_phrases__pointers_convert_as_in_c)
{
  rd_tree *tree = clang_tree(calls);
  ck_assert(may_stand(tree, "vp", "ip"));
  ck_assert(may_stand(tree, "ip", "vp"));
  ck_assert(!may_stand(tree, "ip", "cp"));
  ck_assert(!may_stand(tree, "vp", "fp"));
  ck_assert(may_stand(tree, "fp", "fp"));
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_clang_phrases__values_convert_as_in_c)
{
  rd_tree *tree = clang_tree(calls);
  ck_assert(may_stand(tree, "sh", "0"));
  ck_assert(may_stand(tree, "0", "sh"));
  ck_assert(may_stand(tree, "ip", "0"));
  ck_assert(!may_stand(tree, "record", "0"));
  ck_assert(!may_stand(tree, "sh", "ip"));
  ck_assert(!may_stand(tree, "sh", "record"));
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_clang_phrases__conditions_want_scalars)
{
  rd_tree *tree = clang_tree("struct S { int x; } record; int *ip; void v();\n"
                             "int f(int c) { if (c) return 1; *ip = 2;\n"
                             "  record.x = 3; v(); return 0; }");
  const rd_node *condition =
      rd_tree_at(tree, clang_find(tree, find(tree, "if", NULL), "name", "c"));
  uint16_t want = condition->want;
  ck_assert(rd_tree_converts(tree, want, clang_node(tree, "name", "ip")->type));
  ck_assert(
      !rd_tree_converts(tree, want, clang_node(tree, "name", "record")->type));
  ck_assert(
      !rd_tree_converts(tree, want, clang_node(tree, "call", "v()")->type));
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_clang_phrases__blocks_can_be_spliced_into_lists)
{
  rd_tree *tree = clang_tree("void f(int a) { if (a) { a = 1; a = 2; }\n"
                             "  while (a) a = 3; }");
  const rd_node *place = clang_node(tree, "if", NULL);
  const rd_node *list = clang_node(tree, "statements", "a = 1; a = 2;");
  const rd_node *loop = clang_node(tree, "while", NULL);
  const rd_node *body = clang_node(tree, "expression-statement", "a = 3;");
  ck_assert(rd_tree_fits(tree, place->accepts, list->sorts));
  ck_assert(rd_tree_fits(tree, loop->accepts, body->sorts));
  ck_assert(!rd_tree_fits(tree, body->accepts, list->sorts));
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_clang_phrases__lvalue_places_accept_only_lvalues)
{
  rd_tree *tree = clang_tree("int v[3]; enum { E };\n"
                             "void f(int a) { v[a + E] = 1; }");
  const rd_node *place = clang_node(tree, "subscript", "v[a + E]");
  ck_assert(
      rd_tree_fits(tree, place->accepts, clang_node(tree, "name", "a")->sorts));
  ck_assert(!rd_tree_fits(tree, place->accepts,
                          clang_node(tree, "name", "E")->sorts));
  ck_assert(!rd_tree_fits(tree, place->accepts,
                          clang_node(tree, "additive", "a + E")->sorts));
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_clang_phrases__no_number_stands_for_a_statement)
{
  rd_tree *tree = clang_tree("void f(int a) { a = a + 1; }");
  const rd_node *place = clang_node(tree, "assign", NULL);
  const rd_node *sum = clang_node(tree, "additive", NULL);
  const rd_node *number = clang_node(tree, "literal", "1");
  ck_assert(rd_tree_fits(tree, place->accepts, sum->sorts));
  ck_assert(!rd_tree_fits(tree, place->accepts, number->sorts));
  ck_assert(rd_tree_fits(tree, sum->accepts, number->sorts));
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_clang_phrases__a_function_keeps_its_parameters)
{
  rd_tree *tree = clang_tree("int f(void) { } int g(void);");
  ck_assert_uint_eq(clang_node(tree, "declarator", "f(void)")->accepts, 0);
  const rd_node *name = clang_node(tree, "declared", "g");
  ck_assert(rd_tree_fits(
      tree, clang_node(tree, "declarator", "g(void)")->accepts, name->sorts));
  rd_tree_free(tree);
}
END_TEST

/* The tree of a text that may have no habits. */
static rd_tree *tree_of_strict(const char *text)
{
  rd_server *server = clang_server(NULL);
  rd_tree *tree = NULL;
  rd_server_permit(server, 0);
  ck_assert_int_eq(rd_server_parse(&tree, server, NULL, text, strlen(text),
                                   RD_PREPARE_ALL | RD_REWRITES, NULL),
                   RD_OK);
  rd_server_free(server);
  return tree;
}

/* One request brings the check of a text, and the tree for what it shows. */
START_TEST(test_clang_phrases__a_text_says_ahead_what_it_permits)
{
  const char *text = "f() { } int g(void) { return f(); }";
  const uint32_t prepare = RD_PREPARE_ALL | RD_REWRITES;
  rd_server *server = clang_server(NULL);
  rd_diagnostics strict, loose;
  rd_tree *ahead = NULL, *asked = NULL;
  rd_server_parse_ahead(server, NULL, text, strlen(text), prepare, true);
  ck_assert(!rd_server_check(&loose, server, text, strlen(text), 0, NULL));
  ck_assert(
      !rd_server_check(&strict, server, text, strlen(text), RD_STRICT, NULL));
  ck_assert_uint_ne(strict.habit_kinds, RD_ALL_HABITS);
  ck_assert_uint_eq(rd_server_used(server).checks, 1);
  rd_server_permit(server, strict.habit_kinds);
  ck_assert(!rd_server_parse(&ahead, server, NULL, text, strlen(text), prepare,
                             NULL));
  ck_assert_uint_eq(rd_server_used(server).parses, 1);
  ck_assert(!rd_server_parse(&asked, server, NULL, text, strlen(text), prepare,
                             NULL));
  ck_assert_uint_eq(rd_server_used(server).parses, 2);
  size_t size, other_size;
  const void *image = rd_tree_image(ahead, &size);
  const void *other = rd_tree_image(asked, &other_size);
  ck_assert_uint_eq(size, other_size);
  ck_assert_mem_eq(image, other, size);
  rd_tree_free(asked);
  rd_tree_free(ahead);
  rd_server_free(server);
}
END_TEST

START_TEST(test_clang_phrases__nothing_breaks_the_standard_where_it_is_held)
{
  static const char text[] = "char c; int f(void) { return g(); }\n"
                             "static int h(int a) { return f(); }";
  rd_tree *tree = tree_of_strict(text);
  ck_assert(!clang_has_filler(tree, find(tree, "type", "char"), ""));
  const rd_node *result = clang_node(tree, "type", "int");
  ck_assert_int_eq(result->place, RD_REQUIRED);
  ck_assert_str_eq(rd_tree_string(tree, result->phrase), "int");
  ck_assert(
      clang_has_filler(tree, find(tree, "compound", "{ return g(); }"), ";"));
  /* `;` is for slices, which drop `static` with it. */
  uint32_t hidden = find(tree, "compound", "{ return f(); }");
  ck_assert_str_eq(rd_tree_filler(tree, hidden, 0), "{}");
  uint32_t functions = 1u << RD_SYMBOL_FUNCTION;
  ck_assert(!(rd_tree_undeclared(tree) & functions));
  rd_tree_free(tree);
  tree = clang_tree(text);
  ck_assert(clang_has_filler(tree, find(tree, "type", "char"), ""));
  ck_assert_int_eq(clang_node(tree, "type", "int")->place, RD_OPTIONAL);
  ck_assert(rd_tree_undeclared(tree) & functions);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_clang_phrases__a_bound_may_go_where_nobody_needs_it)
{
  rd_tree *tree = clang_tree("int a[1000]; f(int b[2000])"
                             "{ int c[3000], d[4000] = { 1 }, e[5][6000]; }");
  const char *may[] = { "1000", "2000", "4000" };
  const char *may_not[] = { "3000", "6000" };
  for (int i = 0; i < 3; i++)
    ck_assert(clang_has_filler(tree, clang_find(tree, 0, NULL, may[i]), ""));
  for (int i = 0; i < 2; i++)
    ck_assert(
        !clang_has_filler(tree, clang_find(tree, 0, NULL, may_not[i]), ""));
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_clang_phrases__parameters_of_lambdas_and_handlers_are_variables)
{
  static const char text[] =
      "void f() { auto l = [](int p) { int q; q = 1; }; int r; r = 1;"
      " try { } catch (int e) { int s; s = 1; } }";
  rd_frontend_options options = { .version = RD_FRONTEND_ABI,
                                  .file_name = "input.cc" };
  rd_tree *tree = clang_tree_with(&options, text, strlen(text));
  uint32_t inside = find(tree, "name", "q"), behind = find(tree, "name", "r");
  ck_assert(clang_has_filler(tree, inside, "p"));
  ck_assert(!clang_has_filler(tree, behind, "p"));
  ck_assert(clang_has_filler(tree, find(tree, "name", "s"), "e"));
  rd_tree_free(tree);
}
END_TEST

/* 0 is no constraint, and of two destructors one may have to be false. */
START_TEST(test_clang_phrases__a_constraint_is_true_or_false)
{
  static const char text[] = "constexpr bool a = 0;\n"
                             "template <class> struct b {\n"
                             "~b() requires a;\n"
                             "~b() requires(!a);\n"
                             "};";
  rd_frontend_options options = { .version = RD_FRONTEND_ABI,
                                  .file_name = "input.cc" };
  rd_tree *tree = clang_tree_with(&options, text, strlen(text));
  uint32_t all = find(tree, "parens", "(!a)");
  ck_assert(clang_has_filler(tree, all, "true"));
  ck_assert(clang_has_filler(tree, all, "false"));
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_clang_phrases__a_template_of_a_lambda_is_defined)
{
  static const char text[] =
      "template <class T> void f(T) { 1; } template <class T> void g(T) { 2; }"
      " void h() { f([] {}); g(1); }";
  rd_frontend_options options = { .version = RD_FRONTEND_ABI,
                                  .file_name = "input.cc" };
  rd_tree *tree = clang_tree_with(&options, text, strlen(text));
  ck_assert(!clang_has_filler(tree, find(tree, "compound", "{ 1; }"), ";"));
  ck_assert(clang_has_filler(tree, find(tree, "compound", "{ 2; }"), ";"));
  rd_tree_free(tree);
}
END_TEST

/* Each has a constant that calls the body `{ return 1; }`. */
static const char *const constants[] = {
  "constexpr int f(int *p) { return 1; } constexpr int g() { int x = 3; return "
  "f(&x); } static_assert(g() == 1);",
  "struct o { struct b; }; struct o::b { constexpr int f() const { return 1; } "
  "};"
  " using x = o::b; constexpr x y; static_assert(y.f() == 1);",
  "template <int n> struct a { typedef int t; }; constexpr int f() { return 1; "
  "} "
  "int x[sizeof(a<f()>)];",
  "[[nodiscard(\"\")]] consteval int f() { return 1; } int x = f();",
  "constexpr int f(int) { return 1; } constexpr int (*p)(int) = f; "
  "static_assert(p(3) == 1);",
  "constexpr int f() { return 1; } alignas(f()) char x;",
  "constexpr int operator\"\"_p(unsigned long long) { return 1; } int x[1_p];",
};

START_TEST(test_clang_phrases__constants_are_found_everywhere)
{
  rd_frontend_options options = { .version = RD_FRONTEND_ABI,
                                  .file_name = "input.cc" };
  for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
    rd_tree *tree =
        clang_tree_with(&options, constants[i], strlen(constants[i]));
    uint32_t body = clang_find(tree, 0, NULL, "{ return 1; }");
    ck_assert_msg(!(rd_tree_at(tree, body)->flags & RD_BODY), "%s",
                  constants[i]);
    rd_tree_free(tree);
  }
}
END_TEST

START_TEST(test_clang_phrases__constexpr_bodies_stay_where_constants_call_them)
{
  static const char text[] =
      "constexpr int a() { return 1; } constexpr int b() { return 2 + a(); }"
      " constexpr int c() { return 3; } int d[b()]; int e = c();"
      " struct F { constexpr int g() const { return 4; }"
      " constexpr int h() const { return 5; } constexpr F(int) { ; } };"
      " constexpr int i(F f) { return f.g(); } static_assert(i(F(6)));"
      " struct J { constexpr int g() const { return 7; } };"
      " template <class T> struct K {}; K<J> k;"
      " void l() noexcept(noexcept(c())); consteval int m() { return 8; }";
  static const char *const called[] = {
    "{ return 1; }", "{ return 2 + a(); }", "{ return 4; }",
    "{ ; }",         "{ return f.g(); }",   "{ return 8; }"
  };
  static const char *const others[] = { "{ return 3; }", "{ return 5; }",
                                        "{ return 7; }" };
  rd_frontend_options options = { .version = RD_FRONTEND_ABI,
                                  .file_name = "input.cc" };
  rd_tree *tree = clang_tree_with(&options, text, strlen(text));
  for (int i = 0; i < 6; i++)
    ck_assert_msg(
        !(rd_tree_at(tree, clang_find(tree, 0, NULL, called[i]))->flags &
          RD_BODY),
        "%s", called[i]);
  for (int i = 0; i < 3; i++)
    ck_assert_msg(
        rd_tree_at(tree, clang_find(tree, 0, NULL, others[i]))->flags & RD_BODY,
        "%s", others[i]);
  rd_tree_free(tree);
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "clang_phrases", test_clang_phrases__places_have_their_shortest_text,
      test_clang_phrases__a_body_may_become_a_semicolon,
      test_clang_phrases__lvalues_become_variables_in_scope,
      test_clang_phrases__shorter_variables_come_first,
      test_clang_phrases__records_become_literals_or_variables,
      test_clang_phrases__braces_take_the_type_of_their_place,
      test_clang_phrases__unnamed_records_have_no_literal,
      test_clang_phrases__pointers_become_typed_nulls,
      test_clang_phrases__pointers_convert_as_in_c,
      test_clang_phrases__values_convert_as_in_c,
      test_clang_phrases__conditions_want_scalars,
      test_clang_phrases__blocks_can_be_spliced_into_lists,
      test_clang_phrases__lvalue_places_accept_only_lvalues,
      test_clang_phrases__no_number_stands_for_a_statement,
      test_clang_phrases__a_function_keeps_its_parameters,
      test_clang_phrases__a_text_says_ahead_what_it_permits,
      test_clang_phrases__nothing_breaks_the_standard_where_it_is_held,
      test_clang_phrases__a_bound_may_go_where_nobody_needs_it,
      test_clang_phrases__parameters_of_lambdas_and_handlers_are_variables,
      test_clang_phrases__a_constraint_is_true_or_false,
      test_clang_phrases__a_template_of_a_lambda_is_defined,
      test_clang_phrases__constexpr_bodies_stay_where_constants_call_them,
      test_clang_phrases__constants_are_found_everywhere);
}
