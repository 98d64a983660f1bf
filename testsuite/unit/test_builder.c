/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Building trees: what is stored once, what vanishes, what is refused. */
#include <stdlib.h>
#include <string.h>

#include "reduce/tree.h"
#include "run_tests.h"
#include "sexp_tree.h"
#include "lexer.h"

static rd_tree *finish(rd_builder *builder)
{
  rd_tree *tree = NULL;
  rd_error err;
  ck_assert_int_eq(rd_builder_finish(&tree, builder, 0, &err), RD_OK);
  return tree;
}

START_TEST(test_builder__kinds_are_numbered_once)
{
  rd_builder *builder = rd_builder_new("", 0);
  uint16_t first = rd_builder_kind(builder, "if");
  ck_assert_uint_ne(rd_builder_kind(builder, "for"), first);
  ck_assert_uint_eq(rd_builder_kind(builder, "if"), first);
  rd_builder_free(builder);
}
END_TEST

START_TEST(test_builder__equal_strings_are_one)
{
  rd_tree *tree = sexp_tree("(r \"a\"=\"0\"+\"1\"+\"2\" \"b\"=\"0\"+\"1\"+\"2\""
                            " \"c\"=\"1\"+\"2\")",
                            0);
  const rd_node *a = rd_tree_at(tree, 1), *b = rd_tree_at(tree, 2);
  ck_assert_uint_eq(a->phrase, b->phrase);
  ck_assert_uint_eq(a->fillers, b->fillers);
  ck_assert_uint_eq(b->filler_count, 2);
  ck_assert_str_eq(rd_tree_filler(tree, 2, 1), "2");
  ck_assert_str_eq(rd_tree_filler(tree, 3, 0), "2");
  ck_assert_str_eq(rd_tree_string(tree, rd_tree_at(tree, 3)->phrase), "1");
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_builder__inner_nodes_without_leaf_vanish)
{
  rd_tree *tree =
      sexp_tree("(r (e? (e=\"x\")) \"a\" (e (e)) (f (e) \"b\" (e)))", 0);
  char *sexp = rd_tree_to_sexp(tree);
  ck_assert_str_eq(sexp, "(r \"a\" (f \"b\"))");
  free(sexp);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_builder__root_without_leaf_stays)
{
  rd_tree *tree = sexp_tree("(r (e) (e (e)))", RD_PREPARE_ALL);
  char *sexp = rd_tree_to_sexp(tree);
  ck_assert_str_eq(sexp, "(r)");
  free(sexp);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_builder__text_may_hold_any_byte)
{
  static const char text[] = "a\0b\xff";
  rd_builder *builder = rd_builder_new(text, 4);
  rd_node_spec spec = { 0 };
  rd_builder_open(builder, &spec);
  for (uint32_t i = 0; i < 4; i++)
    rd_builder_leaf(builder, &spec, i, i + 1);
  rd_builder_close(builder);
  rd_tree *tree = finish(builder);
  size_t size;
  ck_assert_mem_eq(rd_tree_text(tree, &size), text, 5);
  ck_assert_uint_eq(size, 4);
  ck_assert_int_eq(rd_tree_check(tree, &tokens_lexer, NULL), RD_OK);
  rd_tree_free(tree);
  rd_builder_free(builder);
}
END_TEST

START_TEST(test_builder__conversions_are_kept)
{
  rd_builder *builder = rd_builder_new("", 0);
  rd_builder_converts(builder, 2, 1);
  rd_builder_converts(builder, 40, 33);
  rd_tree *tree = finish(builder);
  ck_assert(rd_tree_converts(tree, 2, 1));
  ck_assert(!rd_tree_converts(tree, 1, 2));
  ck_assert(rd_tree_converts(tree, 40, 33));
  ck_assert(!rd_tree_converts(tree, 33, 40));
  ck_assert(!rd_tree_converts(tree, 40, 1));
  ck_assert(rd_tree_converts(tree, 1000, 1000));
  ck_assert(!rd_tree_converts(tree, 1000, 1));
  ck_assert(rd_tree_converts(tree, 0, 7));
  ck_assert(rd_tree_converts(tree, 7, 0));
  rd_tree_free(tree);
  rd_builder_free(builder);
}
END_TEST

/* A tree of one leaf whose sorts and accepted sorts are given; fits it? */
static bool fits(uint16_t sort, const uint16_t *accepts, size_t count)
{
  rd_builder *builder = rd_builder_new("x", 1);
  rd_node_spec leaf = { .sorts = rd_builder_sorts(builder, &sort, 1),
                        .accepts = rd_builder_sorts(builder, accepts, count) };
  (void)rd_builder_leaf(builder, &leaf, 0, 1);
  rd_tree *tree = finish(builder);
  const rd_node *at = rd_tree_at(tree, 0);
  ck_assert_int_eq(rd_tree_check(tree, &tokens_lexer, NULL), RD_OK);
  bool answer = rd_tree_fits(tree, at->accepts, at->sorts);
  ck_assert(answer == rd_tree_fits(tree, at->sorts, at->accepts));
  rd_tree_free(tree);
  rd_builder_free(builder);
  return answer;
}

START_TEST(test_builder__sets_of_sorts_are_as_wide_as_a_grammar)
{
  static const uint16_t accepts[] = { 65535, 31, 2000, 1000 };
  for (size_t i = 0; i < 4; i++)
    ck_assert(fits(accepts[i], accepts, 4));
  static const uint16_t others[] = { 0, 30, 32, 999, 1001, 2001, 65534 };
  for (size_t i = 0; i < 7; i++)
    ck_assert(!fits(others[i], accepts, 4));
  ck_assert(fits(2000, accepts + 2, 1));
  ck_assert(!fits(31, accepts + 2, 1));
  ck_assert(!fits(31, accepts, 0));
}
END_TEST

START_TEST(test_builder__equal_sets_of_sorts_are_one)
{
  static const uint16_t some[] = { 5, 3 }, same[] = { 3, 5, 3 },
                        other[] = { 3 };
  rd_builder *builder = rd_builder_new("", 0);
  uint32_t set = rd_builder_sorts(builder, some, 2);
  ck_assert_uint_eq(rd_builder_sorts(builder, same, 3), set);
  ck_assert_uint_eq(rd_builder_sort_bits(builder, 1 << 5 | 1 << 3), set);
  ck_assert_uint_ne(rd_builder_sorts(builder, other, 1), set);
  ck_assert_uint_eq(rd_builder_sort_bits(builder, 0), 0);
  rd_builder_free(builder);
}
END_TEST

START_TEST(test_builder__refuses_what_is_no_tree)
{
  rd_builder *builder = rd_builder_new("ab", 2);
  rd_tree *tree = NULL;
  rd_error err;
  rd_node_spec spec = { 0 };
  rd_builder_open(builder, &spec);
  ck_assert_int_eq(rd_builder_finish(&tree, builder, 0, &err), RD_ERR_INVALID);
  rd_builder_leaf(builder, &spec, 0, 1);
  rd_builder_leaf(builder, &spec, 1, 2);
  ck_assert_int_eq(rd_builder_finish(&tree, builder, 0, &err), RD_ERR_INVALID);
  ck_assert_ptr_nonnull(strstr(err.message, "2 roots"));
  ck_assert_ptr_null(tree);
  rd_builder_free(builder);
}
END_TEST

START_TEST(test_builder__can_be_used_again)
{
  rd_builder *builder = rd_builder_new("ab", 2);
  rd_node_spec spec = { .phrase = "x" };
  rd_builder_leaf(builder, &spec, 0, 2);
  rd_tree *first = finish(builder);
  spec.kind = rd_builder_kind(builder, "again");
  spec.phrase = NULL;
  rd_builder_open(builder, &spec);
  rd_builder_leaf(builder, &spec, 0, 1);
  rd_builder_leaf(builder, &spec, 1, 2);
  rd_builder_close(builder);
  rd_tree *second = finish(builder);
  char *sexp = rd_tree_to_sexp(second);
  ck_assert_str_eq(sexp, "(again \"a\" \"b\")");
  ck_assert_uint_eq(rd_tree_size(first), 1);
  free(sexp);
  rd_tree_free(first);
  rd_tree_free(second);
  rd_builder_free(builder);
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "builder", test_builder__kinds_are_numbered_once,
      test_builder__equal_strings_are_one,
      test_builder__inner_nodes_without_leaf_vanish,
      test_builder__root_without_leaf_stays,
      test_builder__text_may_hold_any_byte, test_builder__conversions_are_kept,
      test_builder__sets_of_sorts_are_as_wide_as_a_grammar,
      test_builder__equal_sets_of_sorts_are_one,
      test_builder__refuses_what_is_no_tree, test_builder__can_be_used_again);
}
