/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The plain lexer, and what a lexer and the weights of leaves are to a tree. */
#include <string.h>

#include "reduce/symbols.h"
#include "reduce/tree.h"
#include "run_tests.h"

static uint32_t count(const char *text)
{
  return rd_lexer_count(NULL, text, strlen(text));
}

static rd_touch touch(const char *left, const char *right)
{
  return rd_lexer_touch(NULL, left, strlen(left), right, strlen(right));
}

START_TEST(test_lexer_plain__plain_tokens_are_words_and_bytes)
{
  ck_assert_uint_eq(count(""), 0);
  ck_assert_uint_eq(count(" \n\t"), 0);
  ck_assert_uint_eq(count("ab_1 c\xc3\xa4"), 2);
  ck_assert_uint_eq(count("a+=b"), 4);
  ck_assert_uint_eq(count("/* a */"), 5);
}
END_TEST

START_TEST(test_lexer_plain__plain_words_must_not_touch)
{
  ck_assert_int_eq(touch("a", "b"), RD_TOUCH_NEVER);
  ck_assert_int_eq(touch("a1", "\xc3\xa4"), RD_TOUCH_NEVER);
  ck_assert_int_eq(touch("+", "+"), RD_TOUCH_MAY);
  ck_assert_int_eq(touch("a", ")"), RD_TOUCH_MAY);
  ck_assert_uint_eq(rd_lexer_join(NULL, "\\\n", 2), 0);
}
END_TEST

static uint32_t length(const char *text, size_t size)
{
  (void)text;
  return (uint32_t)size;
}

START_TEST(test_lexer_plain__texts_weigh_what_the_lexer_or_the_front_end_says)
{
  static const rd_lexer lexer = { .name = "letters", .count = length };
  static const char *const fillers[] = { "two words", "heavy", NULL };
  rd_builder *builder = rd_builder_new("a b", 3);
  rd_builder_lexer(builder, &lexer);
  rd_builder_weigh(builder, "heavy", 70);
  rd_node_spec root = { .kind = rd_builder_kind(builder, "root") };
  rd_node_spec first = root, second = root;
  root.phrase = "abc";
  first.weight = 40;
  second.fillers = fillers;
  (void)rd_builder_open(builder, &root);
  (void)rd_builder_leaf(builder, &first, 0, 1);
  (void)rd_builder_leaf(builder, &second, 2, 3);
  rd_builder_close(builder);
  rd_builder_undeclared(builder, 1u << RD_SYMBOL_FUNCTION);
  rd_tree *tree = NULL;
  ck_assert(!rd_builder_finish(&tree, builder, 0, NULL));
  ck_assert_uint_eq(rd_tree_at(tree, 0)->tokens, 41);
  ck_assert_uint_eq(rd_tree_weight(tree, rd_tree_at(tree, 0)->phrase), 3);
  ck_assert_str_eq(rd_tree_filler(tree, 2, 1), "heavy");
  ck_assert_uint_eq(rd_tree_undeclared(tree), 1u << RD_SYMBOL_FUNCTION);
  rd_tree_free(tree);
  rd_builder_free(builder);
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "lexer_plain", test_lexer_plain__plain_tokens_are_words_and_bytes,
      test_lexer_plain__plain_words_must_not_touch,
      test_lexer_plain__texts_weigh_what_the_lexer_or_the_front_end_says);
}
