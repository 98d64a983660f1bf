/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The structure of C, whatever libclang makes of the text. */
#include "clang_fixture.h"
#include "run_tests.h"

/* Asserts how the first node of the kind and text stands. */
static void expect_place(const char *source, const char *kind, const char *text,
                         rd_place place)
{
  rd_tree *tree = clang_tree(source);
  const rd_node *at = clang_node(tree, kind, text);
  ck_assert_msg(at->place == place, "`%s` has place %d", text ? text : kind,
                at->place);
  rd_tree_free(tree);
}

static uint32_t count_kind(const rd_tree *tree, const char *kind)
{
  uint32_t count = 0;
  for (uint32_t at = 0; (at = clang_find(tree, at, kind, NULL)) != RD_NONE;
       at++)
    count++;
  return count;
}

START_TEST(test_clang_tree__hello_world_is_small)
{
  rd_tree *tree = clang_tree("int main() {\n    if (1) {\n        "
                             "printf(\"Hello world!\\n\");\n    }\n}\n");
  const rd_node *body = clang_node(tree, "compound", NULL);
  const rd_node *block =
      rd_tree_at(tree, clang_find(tree, 0, NULL,
                                  "{\n        printf(\"Hello world!\\n\");\n"
                                  "    }"));
  ck_assert_uint_le(rd_tree_size(tree), 26);
  ck_assert_uint_eq(body->flags & RD_BODY, RD_BODY);
  ck_assert(rd_tree_fits(tree, body->accepts, block->sorts));
  ck_assert(rd_tree_fits(tree, body->sorts, block->sorts));
  ck_assert_str_eq(rd_tree_string(tree, block->phrase), ";");
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_clang_tree__declarators_are_elements_of_their_group)
{
  static const char text[] = "int a, *b = &a, c[3];";
  expect_place(text, "declarator", "a", RD_ELEMENT);
  expect_place(text, "declarator", "*b = &a", RD_ELEMENT);
  expect_place(text, NULL, "*", RD_OPTIONAL);
  expect_place(text, "with-value", "= &a", RD_OPTIONAL);
  expect_place(text, "array", "[3]", RD_OPTIONAL);
}
END_TEST

START_TEST(test_clang_tree__a_single_declarator_is_no_unit)
{
  expect_place("int a; int b;", "declarator", "a", RD_REQUIRED);
  expect_place("struct S { int i; } a; int b;", "declarator", "a", RD_OPTIONAL);
}
END_TEST

START_TEST(test_clang_tree__clauses_of_for_are_optional)
{
  static const char text[] =
      "void f(int i) { for (i = 1; i < 9; i++) ; for (int j = 2;;) ; }";
  expect_place(text, "assign", "i = 1", RD_OPTIONAL);
  expect_place(text, "comparison", "i < 9", RD_OPTIONAL);
  expect_place(text, "postfix", "i++", RD_OPTIONAL);
  expect_place(text, "for-declaration", "int j = 2", RD_OPTIONAL);
}
END_TEST

START_TEST(test_clang_tree__what_stands_at_a_statement_is_optional)
{
  static const char text[] = "int f(int i) { if (i) i = 1; else i = 2;\n"
                             "l: switch (i) { case 1 ... 3: break; }\n"
                             "return i; }";
  expect_place(text, "else", "else i = 2;", RD_OPTIONAL);
  expect_place(text, "label", "l:", RD_OPTIONAL);
  expect_place(text, "case", "case 1 ... 3:", RD_OPTIONAL);
  expect_place(text, "expression-statement", "i = 1;", RD_REQUIRED);
  expect_place(text, "return", "return i;", RD_ELEMENT);
}
END_TEST

START_TEST(test_clang_tree__old_parameters_are_elements)
{
  static const char text[] = "f(a, b) int a; char *b; { return a; } int z;";
  expect_place(text, "declared", "a", RD_ELEMENT);
  expect_place(text, "declaration", "char *b;", RD_ELEMENT);
  expect_place(text, "function", "f(a, b) int a; char *b; { return a; }",
               RD_ELEMENT);
}
END_TEST

START_TEST(test_clang_tree__nested_functions_are_functions)
{
  rd_tree *tree = clang_tree(
      "int f(int a) { int g(int b) { return b + a; } return g(1); } int z;");
  ck_assert_uint_eq(count_kind(tree, "function"), 2);
  ck_assert_uint_eq(count_kind(tree, "generic"), 0);
  const rd_node *call = clang_node(tree, "call", "g(1)");
  ck_assert_int_eq(call->place, RD_OPTIONAL);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_clang_tree__statements_with_errors_keep_their_structure)
{
  static const char text[] =
      "int f(int a) { unknown(a).x = nothing + 1; if (nowhere) a++;\n"
      "  return a; } int z;";
  expect_place(text, "expression-statement", "unknown(a).x = nothing + 1;",
               RD_ELEMENT);
  expect_place(text, "name", "nothing", RD_ELEMENT);
  expect_place(text, "if", "if (nowhere) a++;", RD_ELEMENT);
}
END_TEST

START_TEST(test_clang_tree__sections_of_asm_nest)
{
  static const char text[] =
      "void f(int i) { asm volatile(\"x\" : \"=r\"(i) : \"r\"(1), \"r\"(2)"
      " : \"cc\"); }";
  expect_place(text, "token", "volatile", RD_OPTIONAL);
  expect_place(text, "asm-operands",
               ": \"=r\"(i) : \"r\"(1), \"r\"(2) : \"cc\"", RD_OPTIONAL);
  expect_place(text, "asm-operands", ": \"cc\"", RD_OPTIONAL);
  expect_place(text, "asm-operand", "\"r\"(1)", RD_ELEMENT);
}
END_TEST

START_TEST(test_clang_tree__associations_and_initialisers_are_elements)
{
  static const char text[] =
      "struct S { int a, b; } s = { .a = 1, b: 2, };\n"
      "int v[9] = { [1] = 3, [2 ... 4] = 5, 6 };\n"
      "int g(int i) { return _Generic(i, int: 7, default: 8); }";
  expect_place(text, "association", "int: 7", RD_ELEMENT);
  expect_place(text, "initializer", ".a = 1", RD_ELEMENT);
  expect_place(text, "designation", "[2 ... 4] =", RD_OPTIONAL);
  expect_place(text, "designation", "b:", RD_OPTIONAL);
  expect_place(text, "literal", "6", RD_ELEMENT);
}
END_TEST

START_TEST(test_clang_tree__specifiers_attributes_and_widths_are_optional)
{
  static const char text[] =
      "static const unsigned long x __attribute__((unused, aligned(8)));\n"
      "struct S { int a : 3; }; extern int g(int p) __asm__(\"h\");";
  expect_place(text, "token", "static", RD_OPTIONAL);
  expect_place(text, "token", "unsigned", RD_ELEMENT);
  expect_place(text, "attribute-item", "aligned(8)", RD_ELEMENT);
  expect_place(text, "attribute", "(8)", RD_OPTIONAL);
  expect_place(text, "width", ": 3", RD_OPTIONAL);
  expect_place(text, "asm-label", "__asm__(\"h\")", RD_OPTIONAL);
  expect_place(text, "declared", "p", RD_OPTIONAL);
}
END_TEST

START_TEST(test_clang_tree__directives_are_elements_on_their_own_lines)
{
  rd_tree *tree = clang_tree("int a;\n#pragma pack(1)\nvoid f(void) {\n"
                             "#define M 1\n  a = M;\n}\n");
  const rd_node *pragma = clang_node(tree, "directive", "#pragma pack(1)");
  ck_assert_int_eq(pragma->place, RD_ELEMENT);
  ck_assert_uint_eq(pragma->flags & RD_LINE, RD_LINE);
  const rd_node *define = clang_node(tree, "directive", "#define M 1");
  const rd_node *list = rd_tree_at(tree, define->parent);
  ck_assert_str_eq(rd_tree_kind_name(tree, list->kind), "statements");
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_clang_tree__arguments_of_macros_are_elements)
{
  static const char text[] =
      "#define ADD(a, b) ((a) + (b))\n#define EACH(x) for (;;x)\n"
      "int f(int i) { EACH(i++) { i = ADD(i * 2, 3); i++; } return i; }";
  expect_place(text, NULL, "i * 2", RD_ELEMENT);
  expect_place(text, "literal", "3", RD_ELEMENT);
  expect_place(text, "expression-statement", "i = ADD(i * 2, 3);", RD_ELEMENT);
  expect_place(text, "compound", "{ i = ADD(i * 2, 3); i++; }", RD_REQUIRED);
}
END_TEST

START_TEST(test_clang_tree__skipped_regions_are_elements)
{
  static const char text[] =
      "#ifdef NO\nint f( {\n#else\nint g(void) { return 1; }\n#endif\nint h;";
  expect_place(text, "skipped", "int f( {", RD_ELEMENT);
  expect_place(text, "function", "int g(void) { return 1; }", RD_ELEMENT);
  expect_place(text, "declaration", "int h;", RD_ELEMENT);
}
END_TEST

START_TEST(test_clang_tree__sdcc_assembler_hides_nothing_behind_it)
{
  static const char text[] =
      "void f(void) {\n__asm\n ld a,#'x ; don't\n ret\n__endasm;\n}\n"
      "__xdata __at (0x10) char c; int g(void) __critical { return 1; }";
  expect_place(text, "generic", "ret", RD_ELEMENT);
  expect_place(text, "declaration", "__xdata __at (0x10) char c;", RD_ELEMENT);
  expect_place(text, "function", "int g(void) __critical { return 1; }",
               RD_ELEMENT);
}
END_TEST

START_TEST(test_clang_tree__chains_of_operators_are_flat_lists)
{
  rd_tree *tree = clang_tree("int f(int a) { return a + 2 - a + 4; }");
  const rd_node *chain = clang_node(tree, "additive", "a + 2 - a + 4");
  ck_assert_uint_eq(chain->flags & RD_LIST, RD_LIST);
  ck_assert_uint_eq(chain->size, 8);
  ck_assert_uint_eq(count_kind(tree, "additive"), 1);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_clang_tree__types_decide_between_cast_and_call)
{
  static const char text[] = "typedef int T; int v;\n"
                             "int f(int a) { T *p; a = (T)-a; return (v)-a; }";
  expect_place(text, "declaration", "T *p;", RD_ELEMENT);
  expect_place(text, "cast-type", "(T)", RD_OPTIONAL);
  expect_place(text, "parens", "(v)", RD_ELEMENT);
}
END_TEST

/* Asserts that a file of this name is read, and that both words can go. */
static void expect_words(const char *file, const char *text, const char *first,
                         const char *second)
{
  const rd_frontend_options options = { .version = RD_FRONTEND_ABI,
                                        .file_name = file };
  rd_tree *tree = clang_tree_with(&options, text, strlen(text));
  ck_assert_uint_eq(count_kind(tree, "generic"), 0);
  ck_assert_int_eq(clang_node(tree, NULL, first)->place, RD_OPTIONAL);
  ck_assert_int_eq(clang_node(tree, NULL, second)->place, RD_OPTIONAL);
  rd_tree_free(tree);
}

START_TEST(test_clang_tree__dialects_have_words_of_their_own)
{
  expect_words("a.cl",
               "kernel void f(global half *p)\n"
               "{ local int n; *p = (half)-n; }",
               "kernel", "global");
  expect_words("a.cu",
               "__global__ void __launch_bounds__(64) f(int *p)\n"
               "{ __shared__ int n; *p = n; }",
               "__global__", "__shared__");
}
END_TEST

START_TEST(test_clang_tree__junk_is_grouped_and_can_go)
{
  static const char text[] =
      "int a; ) @ $$ stuff [ 1, 2 ] { x; y } int b; int f(void) { a +; ]; }";
  expect_place(text, "declaration", "int a;", RD_ELEMENT);
  expect_place(text, "declaration", "int b;", RD_ELEMENT);
  rd_tree *tree = clang_tree(text);
  uint32_t junk = clang_find(tree, 0, NULL, "@");
  while (rd_tree_at(tree, junk)->place == RD_REQUIRED)
    junk = rd_tree_at(tree, junk)->parent;
  ck_assert_uint_ne(junk, 0);
  rd_tree_free(tree);
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "clang_tree", test_clang_tree__hello_world_is_small,
      test_clang_tree__declarators_are_elements_of_their_group,
      test_clang_tree__a_single_declarator_is_no_unit,
      test_clang_tree__clauses_of_for_are_optional,
      test_clang_tree__what_stands_at_a_statement_is_optional,
      test_clang_tree__old_parameters_are_elements,
      test_clang_tree__nested_functions_are_functions,
      test_clang_tree__statements_with_errors_keep_their_structure,
      test_clang_tree__sections_of_asm_nest,
      test_clang_tree__associations_and_initialisers_are_elements,
      test_clang_tree__specifiers_attributes_and_widths_are_optional,
      test_clang_tree__directives_are_elements_on_their_own_lines,
      test_clang_tree__arguments_of_macros_are_elements,
      test_clang_tree__skipped_regions_are_elements,
      test_clang_tree__sdcc_assembler_hides_nothing_behind_it,
      test_clang_tree__chains_of_operators_are_flat_lists,
      test_clang_tree__types_decide_between_cast_and_call,
      test_clang_tree__dialects_have_words_of_their_own,
      test_clang_tree__junk_is_grouped_and_can_go);
}
