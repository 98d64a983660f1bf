/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The plain lexer, and what a lexer and the weights of leaves are to a tree. */
#include <string.h>

#include "reduce/symbols.h"
#include "reduce/tree.h"
#include "render.h"
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
  ck_assert_uint_eq(count("f('a b', \"c\")"), 11);
}
END_TEST

START_TEST(test_lexer_plain__what_might_paste_does_not_touch)
{
  static const char *const pairs[][2] = {
    { "a", "b" },    { "a1", "\xc3\xa4" }, { "color", "-x" }, { "empty", "?" },
    { "%", "0" },    { ".", "l" },         { "L", "\"s\"" },  { "\"s\"", "s" },
    { "+", "+" },    { "=", ">" },         { "(", "*" },      { "*", ")" },
    { "{", "-" },    { "$", "(" },         { "[", "[" },      { ";", ";" },
    { "'a'", "'b'" }
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    ck_assert_msg(touch(pairs[i][0], pairs[i][1]) == RD_TOUCH_NEVER, "%s%s",
                  pairs[i][0], pairs[i][1]);
  ck_assert_uint_eq(rd_lexer_join(NULL, "\\\n", 2), 0);
}
END_TEST

START_TEST(test_lexer_plain__brackets_and_commas_touch)
{
  ck_assert_int_eq(touch("a", "["), RD_TOUCH_MAY);
  ck_assert_int_eq(touch("}", "b"), RD_TOUCH_MAY);
  ck_assert_int_eq(touch(")", "."), RD_TOUCH_MAY);
  ck_assert_int_eq(touch("]", "]"), RD_TOUCH_MAY);
  ck_assert_int_eq(touch(",", "-"), RD_TOUCH_MAY);
  ck_assert_int_eq(touch("a", ","), RD_TOUCH_SHOULD);
  ck_assert_int_eq(touch("[", "'a'"), RD_TOUCH_MAY);
  ck_assert_int_eq(touch("(", "a"), RD_TOUCH_SHOULD);
  ck_assert_int_eq(touch("a", ")"), RD_TOUCH_SHOULD);
}
END_TEST

/* `$x`, from which the name is replaced, and `a-b` that loses a token. */
START_TEST(test_lexer_plain__what_touched_may_touch_again)
{
  rd_builder *builder = rd_builder_new("$x-y", 4);
  rd_node_spec spec = { 0 };
  (void)rd_builder_open(builder, &spec);
  for (uint32_t i = 0; i < 4; i++)
    (void)rd_builder_leaf(builder, &spec, i, i + 1);
  rd_builder_close(builder);
  rd_tree *tree = NULL;
  ck_assert(!rd_builder_finish(&tree, builder, 0, NULL));
  rd_config *config = rd_config_new(tree, NULL);
  rd_edit edits[] = { { 2, RD_TEXT, rd_config_text(config, "name") },
                      { 3, RD_DROP, 0 } };
  rd_config_apply(config, edits, 1);
  rd_renderer *renderer = rd_renderer_new(config);
  ck_assert_str_eq(rd_renderer_text(renderer, NULL), "$name-y");
  rd_config_apply(config, edits + 1, 1);
  rd_renderer_rebase(renderer);
  ck_assert_str_eq(rd_renderer_text(renderer, NULL), "$name y");
  rd_renderer_free(renderer);
  rd_config_free(config);
  rd_tree_free(tree);
  rd_builder_free(builder);
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
      test_lexer_plain__what_might_paste_does_not_touch,
      test_lexer_plain__brackets_and_commas_touch,
      test_lexer_plain__what_touched_may_touch_again,
      test_lexer_plain__texts_weigh_what_the_lexer_or_the_front_end_says);
}
