/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Symbols: declarations, uses and needs after the tree was prepared. */
#include <stdlib.h>
#include <string.h>

#include "reduce/symbols.h"
#include "run_tests.h"
#include "sexp_tree.h"

/* The number of the symbol with this name. */
static uint32_t symbol(const rd_tree *tree, const char *name)
{
  for (uint32_t i = 0; i < rd_tree_symbol_count(tree); i++)
    if (!strcmp(rd_tree_string(tree, rd_tree_symbol(tree, i)->name), name))
      return i;
  ck_abort_msg("no symbol %s", name);
}

static bool needs(const rd_tree *tree, const char *a, const char *b)
{
  uint32_t from = symbol(tree, a), to = symbol(tree, b);
  for (uint32_t i = 0; i < rd_tree_symbol(tree, from)->need_count; i++)
    if (rd_tree_needs(tree, from)[i] == to)
      return true;
  return false;
}

/* f uses t and g; g uses f; t uses itself. */
static const char mutual[] =
    "(tu:L (fn*$f \"t\"&t \"f\" (body \"g\"&g \"f\"&f \"t\"&t)) (fn*$g \"g\" "
    "(st (e \"f\"&f)) \";\") (td*$t \"typedef\" \"t\"&t) (fn*$f \"f\" \";\"))";

START_TEST(test_symbols__needs_are_the_uses_inside_declarations)
{
  for (uint32_t prepare = 0; prepare <= RD_PREPARE_ALL; prepare++) {
    rd_tree *tree = sexp_tree(mutual, prepare);
    ck_assert(needs(tree, "f", "t"));
    ck_assert(needs(tree, "f", "g"));
    ck_assert(needs(tree, "g", "f"));
    ck_assert(!needs(tree, "g", "t"));
    ck_assert(!needs(tree, "f", "f"));
    ck_assert_uint_eq(rd_tree_symbol(tree, symbol(tree, "t"))->need_count, 0);
    ck_assert_uint_eq(rd_tree_symbol(tree, symbol(tree, "f"))->need_count, 2);
    rd_tree_free(tree);
  }
}
END_TEST

START_TEST(test_symbols__declarations_and_uses_are_in_order)
{
  rd_tree *tree = sexp_tree(mutual, RD_PREPARE_ALL);
  uint32_t f = symbol(tree, "f");
  const rd_symbol *at = rd_tree_symbol(tree, f);
  const uint32_t *decls = rd_tree_decls(tree, f);
  const rd_use *uses = rd_tree_uses(tree, f);
  ck_assert_uint_eq(at->decl_count, 2);
  ck_assert_uint_eq(decls[0], 1);
  ck_assert_uint_eq(decls[1], sexp_find(tree, "f ;", 0));
  ck_assert_uint_eq(at->use_count, 2);
  ck_assert_uint_eq(uses[0].node, sexp_find(tree, "f", 1));
  ck_assert_uint_eq(uses[1].node, sexp_find(tree, "f", 2));
  ck_assert_uint_eq(uses[0].kind, RD_USE_NAME);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_symbols__follow_squeezed_nodes)
{
  rd_tree *tree = sexp_tree("(r (a$x (b$y (c$x \"1\"&z))) \"2\")", RD_SQUEEZE);
  ck_assert_uint_eq(rd_tree_decls(tree, symbol(tree, "x"))[0], 1);
  ck_assert_uint_eq(rd_tree_symbol(tree, symbol(tree, "x"))->decl_count, 1);
  ck_assert_uint_eq(rd_tree_decls(tree, symbol(tree, "y"))[0], 1);
  ck_assert_uint_eq(rd_tree_uses(tree, symbol(tree, "z"))[0].node, 1);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_symbols__of_a_flattened_node_are_the_list_s)
{
  rd_tree *tree =
      sexp_tree("(r (l (l:R$x \"1\" \"2\"&y) \"3\") \"4\")", RD_FLATTEN);
  ck_assert_uint_eq(rd_tree_decls(tree, symbol(tree, "x"))[0], 1);
  ck_assert(needs(tree, "x", "y"));
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_symbols__of_vanished_nodes_vanish)
{
  rd_tree *tree = sexp_tree("(r (a$x (b$x)) \"2\"&x)", RD_PREPARE_ALL);
  const rd_symbol *at = rd_tree_symbol(tree, symbol(tree, "x"));
  ck_assert_uint_eq(at->decl_count, 0);
  ck_assert_uint_eq(at->use_count, 1);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_symbols__keep_what_the_front_end_said)
{
  rd_builder *builder = rd_builder_new("x", 1);
  rd_node_spec spec = { 0 };
  uint32_t node = rd_builder_leaf(builder, &spec, 0, 1);
  uint32_t tag = rd_builder_symbol(builder, RD_SYMBOL_TAG, "",
                                   RD_SYMBOL_LOCAL | RD_SYMBOL_DEFINED);
  rd_builder_uses(builder, tag, node, RD_USE_STRING);
  rd_builder_uses(builder, tag, node, RD_USE_PRAGMA);
  rd_builder_uses(builder, tag, node, RD_USE_STRING);
  rd_tree *tree = NULL;
  ck_assert_int_eq(rd_builder_finish(&tree, builder, 0, NULL), RD_OK);
  const rd_symbol *at = rd_tree_symbol(tree, 0);
  ck_assert_uint_eq(at->kind, RD_SYMBOL_TAG);
  ck_assert_uint_eq(at->flags, RD_SYMBOL_LOCAL | RD_SYMBOL_DEFINED);
  ck_assert_uint_eq(at->use_count, 2);
  ck_assert_uint_eq(rd_tree_uses(tree, 0)[0].kind, RD_USE_STRING);
  ck_assert_uint_eq(rd_tree_uses(tree, 0)[1].kind, RD_USE_PRAGMA);
  rd_tree_free(tree);
  rd_builder_free(builder);
}
END_TEST

int main(void)
{
  return RUN_TESTS("symbols",
                   test_symbols__needs_are_the_uses_inside_declarations,
                   test_symbols__declarations_and_uses_are_in_order,
                   test_symbols__follow_squeezed_nodes,
                   test_symbols__of_a_flattened_node_are_the_list_s,
                   test_symbols__of_vanished_nodes_vanish,
                   test_symbols__keep_what_the_front_end_said);
}
