/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is declared below a node. */
#include <stdlib.h>
#include <string.h>

#include "declared.h"
#include "run_tests.h"
#include "sexp_tree.h"
#include "reduce/symbols.h"

/* t and a, then a function f with a local x, then f once more. */
static const char text[] =
    "(tu:L (d*$t \"t\" \"0\") (d*$a \"a\" \"1\") "
    "(d*$f \"f\" (s:L (d*$x \"x\" \"2\"))) (d*$f \"f\" \"3\") \";\"*)";

/* The names declared in a node, in order. */
static char *names_in(const rd_tree *tree, const char *what)
{
  static char names[16];
  size_t size = 0;
  rd_declared declared;
  uint32_t node = sexp_find(tree, what, 0);
  rd_declared_init(&declared, tree);
  for (uint32_t i = declared.first[node];
       i < declared.first[node + rd_tree_at(tree, node)->size]; i++)
    names[size++] =
        *rd_tree_string(tree, rd_tree_symbol(tree, declared.symbols[i])->name);
  names[size] = '\0';
  rd_declared_dispose(&declared);
  return names;
}

START_TEST(test_declared__a_node_declares_what_is_below_it)
{
  rd_tree *tree = sexp_tree(text, 0);
  ck_assert_str_eq(names_in(tree, "t 0"), "t");
  ck_assert_str_eq(names_in(tree, "f x 2"), "fx");
  ck_assert_str_eq(names_in(tree, "x 2"), "x");
  ck_assert_str_eq(names_in(tree, "f 3"), "f");
  ck_assert_str_eq(names_in(tree, ";"), "");
  ck_assert_str_eq(names_in(tree, "t 0 a 1 f x 2 f 3 ;"), "tafxf");
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_declared__a_tree_without_symbols_declares_nothing)
{
  rd_tree *tree = sexp_tree("(tu:L \"a\"* \"b\"*)", 0);
  ck_assert_str_eq(names_in(tree, "a b"), "");
  rd_tree_free(tree);
}
END_TEST

int main(void)
{
  return RUN_TESTS("declared", test_declared__a_node_declares_what_is_below_it,
                   test_declared__a_tree_without_symbols_declares_nothing);
}
