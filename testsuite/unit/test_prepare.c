/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Flattening, squeezing and hiding. */
#include <stdlib.h>
#include <string.h>

#include "reduce/tree.h"
#include "run_tests.h"
#include "sexp_tree.h"
#include "lexer.h"

static void expect(const char *notation, uint32_t prepare, const char *expected)
{
  rd_tree *tree = sexp_tree(notation, prepare);
  rd_error err = { 0 };
  char *sexp = rd_tree_to_sexp(tree);
  ck_assert_str_eq(sexp, expected);
  ck_assert_msg(!rd_tree_check(tree, &tokens_lexer, &err), "%s", err.message);
  free(sexp);
  rd_tree_free(tree);
}

/* The flags of the n-th node with this text. */
static unsigned flags_of(const char *notation, uint32_t prepare,
                         const char *text, unsigned n)
{
  rd_tree *tree = sexp_tree(notation, prepare);
  unsigned flags = rd_tree_at(tree, sexp_find(tree, text, n))->flags;
  rd_tree_free(tree);
  return flags;
}

/* a + b + c, nested to the left, in a statement. */
static const char sum[] = "(st (add:R (add:R* (add:R* \"a\"* \"+\":S \"b\"*) "
                          "\"+\":S \"c\"*) \"+\":S \"d\"*) \";\")";

START_TEST(test_prepare__flattens_equal_kinds)
{
  expect(sum, RD_FLATTEN,
         "(st (add \"a\"* \"+\" \"b\"* \"+\" \"c\"* \"+\" \"d\"*) \";\")");
  expect(sum, 0,
         "(st (add (add* (add* \"a\"* \"+\" \"b\"*) \"+\" \"c\"*) \"+\" "
         "\"d\"*) \";\")");
}
END_TEST

START_TEST(test_prepare__flattened_elements_make_a_list)
{
  ck_assert_uint_ne(flags_of(sum, RD_FLATTEN, "a + b + c + d", 0) & RD_LIST, 0);
  ck_assert_uint_eq(flags_of(sum, 0, "a + b + c + d", 0) & RD_LIST, 0);
  const char *fixed = "(add (add:R \"a\"* \"+\":S \"b\") \"+\":S \"d\"*)";
  ck_assert_uint_eq(flags_of(fixed, RD_FLATTEN, "a + b + d", 0) & RD_LIST, 0);
}
END_TEST

START_TEST(test_prepare__flattens_only_recursive_nodes_of_the_kind)
{
  expect("(add (add \"a\" \"+\" \"b\") \"+\" (mul:R \"c\" \"*\" \"d\"))",
         RD_FLATTEN,
         "(add (add \"a\" \"+\" \"b\") \"+\" (mul \"c\" \"*\" \"d\"))");
}
END_TEST

START_TEST(test_prepare__squeezes_chains)
{
  expect("(a (b? (c=\"0\" \"x\" \"y\")) (d* (e \"z\")))", RD_SQUEEZE,
         "(a (b?=\"0\" \"x\" \"y\") \"z\"*)");
  expect("(a (b (c \"x\")))", RD_SQUEEZE, "\"x\"");
}
END_TEST

START_TEST(test_prepare__squeezed_node_keeps_the_outer_place)
{
  rd_tree *tree = sexp_tree("(r (o?=\"o\"@1^1%1!1 (i=\"i\"@2^2%2!2+\"f\" \"x\" "
                            "\"y\")) \"z\")",
                            RD_SQUEEZE);
  const rd_node *at = rd_tree_at(tree, 1);
  ck_assert_uint_eq(at->place, RD_OPTIONAL);
  ck_assert_str_eq(rd_tree_kind_name(tree, at->kind), "o");
  ck_assert_str_eq(rd_tree_string(tree, at->phrase), "o");
  ck_assert_str_eq(rd_tree_filler(tree, 1, 0), "f");
  ck_assert_uint_ne(at->sorts, at->accepts);
  ck_assert(rd_tree_fits(tree, at->accepts, at->sorts));
  ck_assert_uint_eq(at->type, 2);
  ck_assert_uint_eq(at->want, 1);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_prepare__squeezed_node_has_the_sorts_of_both)
{
  static const uint16_t sorts[] = { 1, 40, 300 };
  rd_builder *builder = rd_builder_new("x", 1);
  uint32_t sets[3];
  for (size_t i = 0; i < 3; i++)
    sets[i] = rd_builder_sorts(builder, &sorts[i], 1);
  rd_node_spec outer = { .sorts = sets[2], .accepts = sets[1] };
  rd_node_spec inner = { .sorts = sets[0] }, leaf = { .sorts = sets[1] };
  (void)rd_builder_open(builder, &outer);
  (void)rd_builder_open(builder, &inner);
  (void)rd_builder_leaf(builder, &leaf, 0, 1);
  rd_builder_close(builder);
  rd_builder_close(builder);
  rd_tree *tree = NULL;
  ck_assert_int_eq(rd_builder_finish(&tree, builder, RD_SQUEEZE, NULL), RD_OK);
  ck_assert_uint_eq(rd_tree_size(tree), 1);
  for (size_t i = 0; i < 3; i++)
    ck_assert(rd_tree_fits(tree, sets[i], rd_tree_at(tree, 0)->sorts));
  rd_tree_free(tree);
  rd_builder_free(builder);
}
END_TEST

START_TEST(test_prepare__what_the_child_can_become_the_chain_can)
{
  expect("(r (o (i=\"i\" \"x\" \"y\")) \"z\")", RD_SQUEEZE,
         "(r (o=\"i\" \"x\" \"y\") \"z\")");
  expect("(r (o:L (i*=\"i\" \"x\" \"y\")) \"z\")", RD_SQUEEZE,
         "(r (o=\"\" \"x\" \"y\") \"z\")");
}
END_TEST

START_TEST(test_prepare__squeezed_flags_follow_what_they_mean)
{
  const char *list = "(r (o:LG (i*:D \"x\" \"y\")) \"z\")";
  unsigned flags = flags_of(list, RD_SQUEEZE, "x y", 0);
  ck_assert_uint_eq(flags, RD_GENERIC | RD_DEFINITION);
  ck_assert_uint_eq(flags_of("(r (o* \";\":P) \"z\")", RD_SQUEEZE, ";", 0), 0);
  ck_assert_uint_eq(flags_of("(r (o* \"c\":C) \"z\")", RD_SQUEEZE, "c", 0),
                    RD_COMMENT);
  ck_assert_uint_eq(
      flags_of("(r (o (i:L \"x\"* \"y\"*)) \"z\")", RD_SQUEEZE, "x y", 0),
      RD_LIST);
}
END_TEST

START_TEST(test_prepare__body_keeps_its_fillers)
{
  rd_tree *tree =
      sexp_tree("(r (o+\"o\" (b:B+\";\" \"{\" \"}\")) \"z\")", RD_SQUEEZE);
  ck_assert_str_eq(rd_tree_filler(tree, 1, 0), ";");
  ck_assert_uint_eq(rd_tree_at(tree, 1)->flags, RD_BODY);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_prepare__flattens_before_it_squeezes)
{
  expect("(x (add:R (add:R \"a\" \"+\" \"b\")))", RD_PREPARE_ALL,
         "(x \"a\" \"+\" \"b\")");
  expect("(add (add:R (add:R \"a\")))", RD_PREPARE_ALL, "\"a\"");
}
END_TEST

START_TEST(test_prepare__hides_what_cannot_shrink)
{
  const char *tree = "(r \"if\" (p=\"{}\" \"{\" \"}\") \"0\"=\"0\" "
                     "\"0\"?=\"0\" \"0\"*=\"0\" \"x\"=\"0\" \"y\"+\"0\")";
  ck_assert_uint_ne(flags_of(tree, RD_HIDE, "if", 0) & RD_HIDDEN, 0);
  ck_assert_uint_ne(flags_of(tree, RD_HIDE, "{ }", 0) & RD_HIDDEN, 0);
  ck_assert_uint_ne(flags_of(tree, RD_HIDE, "0", 0) & RD_HIDDEN, 0);
  ck_assert_uint_eq(flags_of(tree, RD_HIDE, "0", 1) & RD_HIDDEN, 0);
  ck_assert_uint_eq(flags_of(tree, RD_HIDE, "0", 2) & RD_HIDDEN, 0);
  ck_assert_uint_eq(flags_of(tree, RD_HIDE, "x", 0) & RD_HIDDEN, 0);
  ck_assert_uint_eq(flags_of(tree, RD_HIDE, "y", 0) & RD_HIDDEN, 0);
  ck_assert_uint_eq(flags_of(tree, 0, "if", 0) & RD_HIDDEN, 0);
}
END_TEST

int main(void)
{
  return RUN_TESTS("prepare", test_prepare__flattens_equal_kinds,
                   test_prepare__flattened_elements_make_a_list,
                   test_prepare__flattens_only_recursive_nodes_of_the_kind,
                   test_prepare__squeezes_chains,
                   test_prepare__squeezed_node_keeps_the_outer_place,
                   test_prepare__squeezed_node_has_the_sorts_of_both,
                   test_prepare__what_the_child_can_become_the_chain_can,
                   test_prepare__squeezed_flags_follow_what_they_mean,
                   test_prepare__body_keeps_its_fillers,
                   test_prepare__flattens_before_it_squeezes,
                   test_prepare__hides_what_cannot_shrink);
}
