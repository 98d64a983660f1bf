/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Symbols: what declares them, what uses them, what they need. */
#include "clang_fixture.h"
#include "run_tests.h"

static const rd_symbol *symbol(const rd_tree *tree, const char *name,
                               rd_symbol_kind kind)
{
  const rd_symbol *found = NULL;
  for (uint32_t i = 0; i < rd_tree_symbol_count(tree); i++) {
    const rd_symbol *at = rd_tree_symbol(tree, i);
    if (at->kind == kind && !strcmp(rd_tree_string(tree, at->name), name)) {
      ck_assert_msg(!found, "two symbols `%s`", name);
      found = at;
    }
  }
  ck_assert_msg(found, "no symbol `%s`", name);
  return found;
}

static uint32_t number(const rd_tree *tree, const rd_symbol *at)
{
  return (uint32_t)(at - rd_tree_symbol(tree, 0));
}

/* Asserts the text of a declaring node. */
static void expect_decl(const rd_tree *tree, const rd_symbol *at, uint32_t i,
                        const char *text)
{
  ck_assert_uint_lt(i, at->decl_count);
  const rd_node *node =
      rd_tree_at(tree, rd_tree_decls(tree, number(tree, at))[i]);
  const char *all = rd_tree_text(tree, NULL);
  ck_assert_msg(node->end - node->begin == strlen(text) &&
                    !memcmp(all + node->begin, text, strlen(text)),
                "declared by `%.*s`", (int)(node->end - node->begin),
                all + node->begin);
}

static uint32_t uses(const rd_tree *tree, const char *name, rd_symbol_kind kind)
{
  return symbol(tree, name, kind)->use_count;
}

static bool needs(const rd_tree *tree, const rd_symbol *from,
                  const rd_symbol *to)
{
  const uint32_t *list = rd_tree_needs(tree, number(tree, from));
  for (uint32_t i = 0; i < from->need_count; i++)
    if (list[i] == number(tree, to))
      return true;
  return false;
}

START_TEST(test_clang_symbols__the_smallest_node_declares)
{
  rd_tree *tree = clang_tree("int a, b = 1; int c;\n"
                             "int f(int p, int q) { return p; }");
  expect_decl(tree, symbol(tree, "a", RD_SYMBOL_VARIABLE), 0, "a");
  expect_decl(tree, symbol(tree, "b", RD_SYMBOL_VARIABLE), 0, "b = 1");
  expect_decl(tree, symbol(tree, "c", RD_SYMBOL_VARIABLE), 0, "int c;");
  expect_decl(tree, symbol(tree, "q", RD_SYMBOL_PARAMETER), 0, "int q");
  expect_decl(tree, symbol(tree, "f", RD_SYMBOL_FUNCTION), 0,
              "int f(int p, int q) { return p; }");
  ck_assert_uint_eq(uses(tree, "p", RD_SYMBOL_PARAMETER), 1);
  ck_assert_uint_eq(uses(tree, "q", RD_SYMBOL_PARAMETER), 0);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_clang_symbols__redeclarations_are_one_symbol)
{
  rd_tree *tree = clang_tree("static int f(int); extern int v; int v = 2;\n"
                             "int g(void) { extern int v; return f(v); }\n"
                             "static int f(int x) { return x; }");
  const rd_symbol *f = symbol(tree, "f", RD_SYMBOL_FUNCTION);
  ck_assert_uint_eq(f->decl_count, 2);
  ck_assert_uint_eq(f->use_count, 1);
  ck_assert_uint_eq(f->flags & RD_SYMBOL_STATIC, RD_SYMBOL_STATIC);
  ck_assert_uint_eq(f->flags & RD_SYMBOL_DEFINED, RD_SYMBOL_DEFINED);
  ck_assert_uint_eq(symbol(tree, "v", RD_SYMBOL_VARIABLE)->decl_count, 3);
  ck_assert_uint_eq(uses(tree, "v", RD_SYMBOL_VARIABLE), 1);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_clang_symbols__tags_fields_and_typedefs_have_uses)
{
  rd_tree *tree = clang_tree("struct S { int a, b; }; typedef struct S T;\n"
                             "struct N { int c; } n; enum { E = 1, F };\n"
                             "T t = { .a = 1 };\n"
                             "int f(struct S *p) { return p->a + n.c + E; }");
  const rd_symbol *tag = symbol(tree, "S", RD_SYMBOL_TAG);
  expect_decl(tree, tag, 0, "struct S { int a, b; };");
  ck_assert_uint_eq(tag->use_count, 2);
  ck_assert_uint_eq(uses(tree, "a", RD_SYMBOL_FIELD), 2);
  ck_assert_uint_eq(uses(tree, "b", RD_SYMBOL_FIELD), 0);
  ck_assert_uint_eq(uses(tree, "T", RD_SYMBOL_TYPEDEF), 1);
  ck_assert_uint_eq(uses(tree, "E", RD_SYMBOL_ENUMERATOR), 1);
  expect_decl(tree, symbol(tree, "N", RD_SYMBOL_TAG), 0, "N");
  expect_decl(tree, symbol(tree, "F", RD_SYMBOL_ENUMERATOR), 0, "F");
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_clang_symbols__declarations_need_what_they_use)
{
  rd_tree *tree = clang_tree("typedef int T; int g(void); int v;\n"
                             "T f(void) { return g(); }");
  const rd_symbol *f = symbol(tree, "f", RD_SYMBOL_FUNCTION);
  ck_assert(needs(tree, f, symbol(tree, "T", RD_SYMBOL_TYPEDEF)));
  ck_assert(needs(tree, f, symbol(tree, "g", RD_SYMBOL_FUNCTION)));
  ck_assert(!needs(tree, f, symbol(tree, "v", RD_SYMBOL_VARIABLE)));
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_clang_symbols__labels_and_their_uses)
{
  rd_tree *tree = clang_tree("void f(void) { void *p = &&one; goto two;\n"
                             "  one: goto one; two:; }");
  expect_decl(tree, symbol(tree, "one", RD_SYMBOL_LABEL), 0, "one:");
  ck_assert_uint_eq(uses(tree, "one", RD_SYMBOL_LABEL), 2);
  ck_assert_uint_eq(uses(tree, "two", RD_SYMBOL_LABEL), 1);
  rd_tree_free(tree);
}
END_TEST

/* The kind of the only use. */
static uint32_t use_kind(const rd_tree *tree, const char *name)
{
  const rd_symbol *at = symbol(tree, name, RD_SYMBOL_FUNCTION);
  ck_assert_msg(at->use_count == 1, "`%s` has %u uses", name, at->use_count);
  return rd_tree_uses(tree, number(tree, at))[0].kind;
}

START_TEST(test_clang_symbols__strings_and_pragmas_use_symbols)
{
  rd_tree *tree = clang_tree(
      "void target(void) { } void weak_one(void) { } void clean(int *p) { }\n"
      "void called(void) { } int told(void) { return 1; }\n"
      "void old(void) __attribute__((deprecated(\"call told()\")));\n"
      "extern void other(void) __attribute__((alias(\"target\")));\n"
      "#pragma weak weak_one\n"
      "void f(void) { int i __attribute__((cleanup(clean)));\n"
      "  asm(\"call called\"); }");
  ck_assert_uint_eq(use_kind(tree, "target"), RD_USE_STRING);
  ck_assert_uint_eq(use_kind(tree, "weak_one"), RD_USE_PRAGMA);
  ck_assert_uint_eq(use_kind(tree, "clean"), RD_USE_NAME);
  ck_assert_uint_eq(use_kind(tree, "called"), RD_USE_STRING);
  ck_assert_uint_eq(uses(tree, "told", RD_SYMBOL_FUNCTION), 0); /* a message */
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_clang_symbols__names_without_cursors_are_found)
{
  rd_tree *tree =
      clang_tree("typedef int T; int g(void); struct S { int i; };\n"
                 "int f(int a) { unknown = g();\n"
                 "  unknown.x = sizeof(struct S);\n"
                 "  return _Generic(a, T: 1, default: 0); }");
  ck_assert_uint_eq(uses(tree, "g", RD_SYMBOL_FUNCTION), 1);
  ck_assert_uint_eq(uses(tree, "T", RD_SYMBOL_TYPEDEF), 1);
  ck_assert_uint_eq(uses(tree, "S", RD_SYMBOL_TAG), 1);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_clang_symbols__old_parameters_are_declared_twice)
{
  rd_tree *tree = clang_tree("f(a, b) int a; char *b; { return a; }");
  const rd_symbol *a = symbol(tree, "a", RD_SYMBOL_PARAMETER);
  ck_assert_uint_eq(a->decl_count, 2);
  ck_assert_uint_eq(a->use_count, 1);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_clang_symbols__macros_are_symbols)
{
  rd_tree *tree = clang_tree("#define ONE 1\n#define TWO (ONE + ONE)\n"
                             "int v = TWO;\n");
  const rd_symbol *one = symbol(tree, "ONE", RD_SYMBOL_MACRO);
  expect_decl(tree, one, 0, "#define ONE 1");
  ck_assert_uint_eq(one->use_count, 2);
  ck_assert_uint_eq(uses(tree, "TWO", RD_SYMBOL_MACRO), 1);
  rd_tree_free(tree);
}
END_TEST

int main(void)
{
  return RUN_TESTS("clang_symbols",
                   test_clang_symbols__the_smallest_node_declares,
                   test_clang_symbols__redeclarations_are_one_symbol,
                   test_clang_symbols__tags_fields_and_typedefs_have_uses,
                   test_clang_symbols__declarations_need_what_they_use,
                   test_clang_symbols__labels_and_their_uses,
                   test_clang_symbols__strings_and_pragmas_use_symbols,
                   test_clang_symbols__names_without_cursors_are_found,
                   test_clang_symbols__old_parameters_are_declared_twice,
                   test_clang_symbols__macros_are_symbols);
}
