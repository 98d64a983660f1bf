/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Configurations, and the tree that is seen through one. */
#include "edit.h"

#include "run_tests.h"
#include "sexp_tree.h"
#include "lexer.h"

/* (r (a "1" (b "2" (c "3" "4"))) (d "5" "6") "7") */
enum { R, A, ONE, B, TWO, C, THREE, FOUR, D, FIVE, SIX, SEVEN };

static rd_tree *tree;
static rd_config *config;

static void setup(void)
{
  tree = sexp_tree("(r (a \"1\" (b \"2\" (c=\"x y\" \"3\" \"4\"))) "
                   "(d \"5\" \"6\") \"7\")",
                   0);
  config = rd_config_new(tree, &tokens_lexer);
}

static void teardown(void)
{
  rd_config_free(config);
  rd_tree_free(tree);
}

static void apply(uint32_t node, rd_edit_op op, uint32_t arg)
{
  rd_edit edit = { .node = node, .op = op, .arg = arg };
  rd_config_apply(config, &edit, 1);
}

/* Nodes in the seen subtree at the place. */
static uint32_t count_nodes(uint32_t place)
{
  uint32_t count = rd_view_resolve(config, place) != RD_NONE;
  for (uint32_t child = rd_view_first(config, place); child != RD_NONE;
       child = rd_view_next(config, child))
    count += count_nodes(child);
  return count;
}

enum { MOST_PLACES = 12 };

/* Adds the places `level` levels below a place to `out`, in document order. */
static size_t add_level(uint32_t *out, size_t count, uint32_t place,
                        uint32_t level)
{
  if (level == 0) {
    ck_assert_uint_lt(count, MOST_PLACES);
    out[count++] = place;
    return count;
  }
  for (uint32_t child = rd_view_first(config, place); child != RD_NONE;
       child = rd_view_next(config, child))
    count = add_level(out, count, child, level - 1);
  return count;
}

static void expect_level(uint32_t level, const uint32_t *places, size_t count)
{
  uint32_t seen[MOST_PLACES];
  size_t seen_count = 0;
  if (rd_view_resolve(config, R) != RD_NONE)
    seen_count = add_level(seen, 0, R, level);
  ck_assert_uint_eq(seen_count, count);
  for (size_t i = 0; i < count; i++)
    ck_assert_uint_eq(seen[i], places[i]);
}

#define EXPECT_LEVEL(level, ...)                                               \
  expect_level((level), (const uint32_t[]){ __VA_ARGS__ },                     \
               sizeof((const uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t))

START_TEST(test_edit__later_edit_replaces_earlier)
{
  ck_assert_uint_eq(rd_config_at(config, A).op, RD_KEEP);
  apply(A, RD_DROP, 0);
  apply(A, RD_LIFT, C);
  ck_assert_uint_eq(rd_config_at(config, A).op, RD_LIFT);
  ck_assert_uint_eq(rd_config_at(config, A).arg, C);
  ck_assert_uint_eq(rd_config_at(config, A).node, A);
  apply(A, RD_KEEP, 0);
  ck_assert_uint_eq(rd_config_at(config, A).op, RD_KEEP);
  ck_assert_ptr_eq(config->tree, tree);
}
END_TEST

START_TEST(test_edit__equal_texts_are_one)
{
  uint32_t x = rd_config_text(config, "x"), y = rd_config_text(config, "y");
  uint32_t empty = rd_config_text(config, "");
  ck_assert_uint_ne(x, y);
  ck_assert_uint_eq(rd_config_text(config, "x"), x);
  ck_assert_str_eq(
      rd_config_string(config, (rd_edit){ .op = RD_TEXT, .arg = y }), "y");
  ck_assert_str_eq(
      rd_config_string(config, (rd_edit){ .op = RD_TEXT, .arg = empty }), "");
}
END_TEST

/* The text that does what both do to the source of the node; NULL: none does. */
static void expect_joined(uint32_t node, const char *text, const char *other,
                          const char *expected)
{
  uint32_t number = RD_NONE, a = rd_config_text(config, text),
           b = rd_config_text(config, other);
  ck_assert_msg(rd_config_join(&number, config, node, a, b) ==
                    (expected != NULL),
                "%s, %s", text, other);
  if (expected)
    ck_assert_uint_eq(number, rd_config_text(config, expected));
}

START_TEST(test_edit__texts_that_change_other_bytes_are_joined)
{
  expect_joined(FIVE, "x 5", "y 5", "x y 5");
  expect_joined(FIVE, "x 5", "5 y", "x 5 y");
  expect_joined(FIVE, "5 y", "x 5", "x 5 y");
  expect_joined(FIVE, "x5 5", "y5 5", "x5 y5 5");
  expect_joined(FIVE, "5x 5", "5y 5", "5x 5y 5");
  expect_joined(FIVE, "x", "x", "x");
  expect_joined(FIVE, "x", "y 5", NULL);
  expect_joined(R, "2 3 4 5 6 7", "1 3 4 5 6 7", "3 4 5 6 7");
  expect_joined(R, "1 2 3 4 5 6", "1 2 3 4 5 7", "1 2 3 4 5");
  expect_joined(R, "1 4 5 6 7", "1 2 3 6 7", "1 6 7");
  expect_joined(R, "1 5 6 7", "1 2 3 6 7", NULL);
}
END_TEST

START_TEST(test_edit__unedited_view_is_the_tree)
{
  EXPECT_LEVEL(0, R);
  EXPECT_LEVEL(1, A, D, SEVEN);
  EXPECT_LEVEL(2, ONE, B, FIVE, SIX);
  EXPECT_LEVEL(3, TWO, C);
  EXPECT_LEVEL(4, THREE, FOUR);
  expect_level(5, NULL, 0);
  ck_assert_uint_eq(count_nodes(R), 12);
  ck_assert_uint_eq(rd_view_tokens(config, A), 4);
}
END_TEST

START_TEST(test_edit__view_leaves_out_what_is_gone)
{
  apply(ONE, RD_DROP, 0);
  apply(C, RD_PHRASE, rd_tree_at(tree, C)->phrase);
  apply(SIX, RD_TEXT, rd_config_text(config, "z"));
  ck_assert_uint_eq(rd_view_resolve(config, C), RD_NONE);
  ck_assert_uint_eq(rd_view_first(config, A), B);
  ck_assert_uint_eq(rd_view_first(config, ONE), RD_NONE);
  ck_assert_uint_eq(rd_view_next(config, FIVE), RD_NONE);
  EXPECT_LEVEL(2, B, FIVE);
  EXPECT_LEVEL(3, TWO);
  ck_assert_uint_eq(count_nodes(R), 7);
  ck_assert_uint_eq(count_nodes(C), 0);
  ck_assert_uint_eq(rd_view_tokens(config, C), 2);
  ck_assert_uint_eq(rd_view_tokens(config, A), 3);
  ck_assert_uint_eq(rd_view_tokens(config, R), 6);
}
END_TEST

START_TEST(test_edit__view_follows_lifts_of_lifts)
{
  apply(A, RD_LIFT, B);
  apply(B, RD_LIFT, C);
  ck_assert_uint_eq(rd_view_resolve(config, A), C);
  EXPECT_LEVEL(1, A, D, SEVEN);
  EXPECT_LEVEL(2, THREE, FOUR, FIVE, SIX);
  ck_assert_uint_eq(rd_view_next(config, A), D);
  ck_assert_uint_eq(count_nodes(A), 3);
  ck_assert_uint_eq(count_nodes(R), 8);
  apply(C, RD_DROP, 0);
  ck_assert_uint_eq(rd_view_resolve(config, A), RD_NONE);
  EXPECT_LEVEL(1, D, SEVEN);
  ck_assert_uint_eq(rd_view_tokens(config, R), 3);
}
END_TEST

START_TEST(test_edit__edits_in_abandoned_parts_are_not_seen)
{
  apply(A, RD_LIFT, C);
  apply(TWO, RD_DROP, 0);
  apply(B, RD_DROP, 0);
  EXPECT_LEVEL(2, THREE, FOUR, FIVE, SIX);
  ck_assert_uint_eq(rd_view_tokens(config, A), 2);
  apply(THREE, RD_DROP, 0);
  EXPECT_LEVEL(2, FOUR, FIVE, SIX);
  ck_assert_uint_eq(rd_view_tokens(config, A), 1);
}
END_TEST

START_TEST(test_edit__nothing_is_seen_without_a_root)
{
  apply(R, RD_DROP, 0);
  expect_level(0, NULL, 0);
  expect_level(1, NULL, 0);
  ck_assert_uint_eq(count_nodes(R), 0);
  ck_assert_uint_eq(rd_view_first(config, R), RD_NONE);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("edit");
  TCase *tcase = tcase_create("edit");
  suite_add_tcase(suite, tcase);
  tcase_add_checked_fixture(tcase, setup, teardown);
  tcase_add_test(tcase, test_edit__later_edit_replaces_earlier);
  tcase_add_test(tcase, test_edit__equal_texts_are_one);
  tcase_add_test(tcase, test_edit__texts_that_change_other_bytes_are_joined);
  tcase_add_test(tcase, test_edit__unedited_view_is_the_tree);
  tcase_add_test(tcase, test_edit__view_leaves_out_what_is_gone);
  tcase_add_test(tcase, test_edit__view_follows_lifts_of_lifts);
  tcase_add_test(tcase, test_edit__edits_in_abandoned_parts_are_not_seen);
  tcase_add_test(tcase, test_edit__nothing_is_seen_without_a_root);
  return run_suite(suite);
}
