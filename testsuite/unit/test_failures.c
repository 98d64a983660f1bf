/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Failed deltas: what is the same question, and what is forgotten. */
#include "failures.h"
#include "mini.h"
#include "run_tests.h"
#include "lexer.h"

/* What an edit of the item that holds `letter` does to the text. */
static uint64_t key_in(rd_failures *failures, const char *text, char letter,
                       rd_edit edit)
{
  rd_tree *tree;
  ck_assert_int_eq(mini_parse(&tree, NULL, NULL, text, strlen(text), 0, NULL),
                   RD_OK);
  uint32_t at = (uint32_t)(strchr(text, letter) - text);
  for (uint32_t i = 0; i < rd_tree_leaf_count(tree); i++)
    if (rd_tree_at(tree, rd_tree_leaf(tree, i))->begin == at)
      edit.node = rd_tree_leaf(tree, i);
  rd_config *config = rd_config_new(tree, &tokens_lexer);
  if (edit.op == RD_TEXT)
    edit.arg = rd_config_text(config, edit.arg ? "z" : "y");
  rd_renderer *renderer = rd_renderer_new(config);
  uint64_t key = rd_failures_key(failures, renderer, config, &edit, 1);
  rd_renderer_free(renderer);
  rd_config_free(config);
  rd_tree_free(tree);
  return key;
}

static const struct {
  const char *one, *other;
  bool same;
} rows[] = {
  { "ab", "ab", true },       { "ab", "cab", true }, /* elsewhere in the file */
  { "(ab)c", "(ab)", true },  { "(ab)", "(cb)", false }, /* in the element */
  { "(ab)", "((ab))", true }, { "(a(b))", "(c(b))", true },
  { "[b]", "b", false },
};

START_TEST(test_failures__the_element_around_tells_questions_apart)
{
  rd_failures found = { 0 }, *failures = &found;
  rd_edit drop = { .op = RD_DROP };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    uint64_t one = key_in(failures, rows[i].one, 'b', drop);
    uint64_t other = key_in(failures, rows[i].other, 'b', drop);
    ck_assert_msg((one == other) == rows[i].same, "%s and %s", rows[i].one,
                  rows[i].other);
  }
  rd_failures_dispose(failures);
}
END_TEST

START_TEST(test_failures__what_is_put_there_tells_questions_apart)
{
  rd_failures found = { 0 }, *failures = &found;
  rd_edit drop = { .op = RD_DROP }, y = { .op = RD_TEXT },
          z = { .op = RD_TEXT };
  z.arg = 1;
  uint64_t dropped = key_in(failures, "(ab)", 'b', drop);
  uint64_t with_y = key_in(failures, "(ab)", 'b', y);
  uint64_t with_z = key_in(failures, "(ab)", 'b', z);
  ck_assert(dropped != with_y && dropped != with_z && with_y != with_z);
  rd_failures_dispose(failures);
}
END_TEST

/* Lifts of one kind to one kind: eight failures are a habit, a success is worth
 * eight more. */
START_TEST(test_failures__lifts_that_fail_are_expected_to)
{
  rd_tree *tree;
  rd_failures found = { 0 };
  const char *text = "(a(b))";
  ck_assert_int_eq(mini_parse(&tree, NULL, NULL, text, strlen(text), 0, NULL),
                   RD_OK);
  rd_config *config = rd_config_new(tree, &tokens_lexer);
  rd_deltas deltas = { 0 };
  uint32_t last = rd_tree_size(tree) - 2;
  rd_deltas_add(&deltas, (rd_edit){ .node = 1, .op = RD_LIFT, .arg = last }, 1);
  rd_deltas_add(&deltas, (rd_edit){ .node = 1, .op = RD_DROP }, 1);
  uint64_t lift = rd_failures_lift("hoist", config, &deltas, 0);
  ck_assert(lift && !rd_failures_lift("hoist", config, &deltas, 1));
  ck_assert_uint_ne(rd_failures_lift("rule", config, &deltas, 0), lift);
  for (int i = 0; i < 8; i++) {
    ck_assert(!rd_failures_expects(&found, lift));
    rd_failures_count(&found, lift, false);
  }
  ck_assert(rd_failures_expects(&found, lift));
  rd_failures_count(&found, lift, true);
  ck_assert(!rd_failures_expects(&found, lift));
  rd_deltas_dispose(&deltas);
  rd_config_free(config);
  rd_tree_free(tree);
  rd_failures_dispose(&found);
}
END_TEST

START_TEST(test_failures__what_was_added_is_there)
{
  rd_failures found = { 0 }, *failures = &found;
  for (uint64_t i = 1; i <= 10000; i++)
    rd_failures_add(failures, i * 4096);
  for (uint64_t i = 1; i <= 10000; i++) {
    ck_assert(rd_failures_has(failures, i * 4096));
    ck_assert(!rd_failures_has(failures, i * 4096 + 1));
  }
  rd_failures_dispose(failures);
}
END_TEST

START_TEST(test_failures__a_full_memory_starts_anew)
{
  rd_failures found = { .most = 3 }, *failures = &found;
  for (uint64_t i = 1; i <= 3; i++)
    rd_failures_add(failures, i);
  rd_failures_add(failures, 2); /* is there: takes no room */
  ck_assert(rd_failures_has(failures, 1));
  rd_failures_add(failures, 4);
  ck_assert(!rd_failures_has(failures, 1) && rd_failures_has(failures, 4));
  rd_failures_dispose(failures);
}
END_TEST

START_TEST(test_failures__memory_has_an_end)
{
  rd_failures found = { 0 }, *failures = &found;
  for (uint64_t i = 1; i <= 512 * 1024 + 1; i++)
    rd_failures_add(failures, i);
  ck_assert(!rd_failures_has(failures, 1));
  ck_assert_uint_eq(found.keys.size, 1);
  rd_failures_dispose(failures);
}
END_TEST

int main(void)
{
  return RUN_TESTS("failures",
                   test_failures__the_element_around_tells_questions_apart,
                   test_failures__what_is_put_there_tells_questions_apart,
                   test_failures__lifts_that_fail_are_expected_to,
                   test_failures__what_was_added_is_there,
                   test_failures__a_full_memory_starts_anew,
                   test_failures__memory_has_an_end);
}
