/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lines and characters, through the parse server as a reduction sees them; the
 * front ends are in $CLANG_HDD_MODULES. */
#include <stdlib.h>
#include <string.h>

#include "edit.h"
#include "frontends.h"
#include "render.h"
#include "run_tests.h"

static rd_tree *tree_of(const char *view, const char *text, uint32_t prepare)
{
  const rd_server_options options = { .frontend = "lines" };
  rd_server *server = NULL;
  rd_tree *tree = NULL;
  rd_error err = { .status = RD_OK };
  ck_assert_msg(!rd_server_new(&server, &options, &err), "%s", err.message);
  ck_assert_msg(
      !rd_server_parse(&tree, server, view, text, strlen(text), prepare, &err),
      "%s", err.message);
  ck_assert_msg(!rd_tree_check(tree, &err), "%s", err.message);
  rd_server_free(server);
  return tree;
}

static void expect_sexp(const char *view, const char *text,
                        const char *expected)
{
  rd_tree *tree = tree_of(view, text, 0);
  char *sexp = rd_tree_to_sexp(tree);
  ck_assert_str_eq(sexp, expected);
  free(sexp);
  rd_tree_free(tree);
}

/* The text without the leaves whose index has its bit in `mask`. */
static void expect_without(const char *view, const char *text, uint32_t mask,
                           const char *expected)
{
  rd_tree *tree = tree_of(view, text, 0);
  rd_config *config = rd_config_new(tree);
  for (uint32_t i = 0; i < rd_tree_leaf_count(tree); i++) {
    rd_edit edit = { .node = rd_tree_leaf(tree, i), .op = RD_DROP };
    if (mask >> i & 1)
      rd_config_apply(config, &edit, 1);
  }
  rd_renderer *renderer = rd_renderer_new(config);
  ck_assert_str_eq(rd_renderer_text(renderer, NULL), expected);
  rd_renderer_free(renderer);
  rd_config_free(config);
  rd_tree_free(tree);
}

START_TEST(test_lines__makes_a_leaf_of_each_line)
{
  expect_sexp(NULL, "a b\n\n  c \t\r\nd", "(text=\"\" \"a b\"* \"c\"* \"d\"*)");
  expect_sexp("lines", " \n\t", "(text=\"\")");
  expect_sexp("lines", "", "(text=\"\")");
}
END_TEST

START_TEST(test_lines__makes_a_leaf_of_each_byte)
{
  expect_sexp("chars", "a \nb",
              "(text=\"\" (line*=\"\" \"a\"* \" \"* \"\\n\"*) (line*=\"\" "
              "\"b\"*))");
  rd_tree *tree = tree_of("chars", "\xc3\xa4 \n\n\tx", 0);
  ck_assert_uint_eq(rd_tree_leaf_count(tree), 7);
  ck_assert_uint_eq(rd_tree_at(tree, 0)->tokens, 7);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_lines__keeps_what_stands_between_lines)
{
  expect_without("lines", "a\n\n  b\nc\n", 0, "a\n\n  b\nc\n");
  expect_without("lines", "a\nb\nc\n", 2, "a\nc\n");
  expect_without("lines", "a\nb\nc\n", 6, "a\n");
}
END_TEST

START_TEST(test_lines__joins_characters_as_they_are)
{
  expect_without("chars", "a b\nc", 2, "ab\nc");
  expect_without("chars", "a b\nc", 8, "a bc");
  expect_without("chars", "a+b", 2, "ab");
  expect_without("chars", "+ +", 2, "++");
  expect_without("chars", "\"x\"y", 2, "\"\"y");
}
END_TEST

int main(void)
{
  return RUN_TESTS("lines", test_lines__makes_a_leaf_of_each_line,
                   test_lines__makes_a_leaf_of_each_byte,
                   test_lines__keeps_what_stands_between_lines,
                   test_lines__joins_characters_as_they_are);
}
