/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* In which order the pass offers declarations. */
#include <check.h>
#include <stdlib.h>

#include "base/text.h"
#include "pass.h"
#include "sexp_tree.h"
#include "run_tests.h"
#include "lexer.h"

enum { COUNT = 900, SITE = 300 };

static rd_tree *many(void)
{
  textbuf notation = { 0 };
  text_puts(&notation, "(tu:L ");
  for (int i = 0; i < COUNT; i++)
    text_printf(&notation, "%s(d*:D$x%d \"int\" \"x%d\" \";\")", i ? " | " : "",
                i, i);
  text_puts(&notation, ")");
  rd_tree *tree = sexp_tree(notation.data, 0);
  text_free(&notation);
  return tree;
}

/* Lists them as declarations of the tree, by number. */
static rd_deltas offered_near(int *numbers, const rd_tree *tree, bool has_sites,
                              const rd_site *site)
{
  rd_options options = RD_OPTIONS_INIT;
  options.sites = site;
  options.site_count = 1;
  rd_config *config = rd_config_new(tree, &tokens_lexer);
  size_t count;
  uint32_t *places = rd_places_below(&count, config, 0);
  rd_sight sight = { .config = config,
                     .places = places,
                     .count = count,
                     .options = &options,
                     .has_sites = has_sites };
  rd_deltas deltas = { 0 };
  rd_pass_declarations(&deltas, &sight);
  ck_assert_uint_eq(deltas.list.size, COUNT);
  for (size_t i = 0; i < COUNT; i++) {
    uint32_t node = deltas.edits.data[deltas.list.data[i].begin].node;
    numbers[i] = (int)rd_tree_at(tree, node)->token / 3;
  }
  free(places);
  rd_config_free(config);
  return deltas;
}

static rd_deltas offered(int *numbers, const rd_tree *tree, bool has_sites)
{
  return offered_near(numbers, tree, has_sites, &(rd_site){ .line = SITE + 1 });
}

START_TEST(test_declarations__the_nearest_to_the_site_come_first)
{
  rd_tree *tree = many();
  int numbers[COUNT];
  rd_deltas deltas = offered(numbers, tree, true);
  ck_assert_int_eq(numbers[0], SITE);
  for (int i = 1; i <= SITE; i++) {
    ck_assert_int_eq(numbers[2 * i - 1], SITE - i);
    ck_assert_int_eq(numbers[2 * i], SITE + i);
  }
  for (int i = 2 * SITE + 1; i < COUNT; i++)
    ck_assert_int_eq(numbers[i], i);
  ck_assert_uint_gt(deltas.few, 0);
  rd_deltas_dispose(&deltas);
  rd_tree_free(tree);
}
END_TEST

/* As many(), but the site's next neighbour needs the first hundred. */
static rd_tree *greedy(void)
{
  textbuf notation = { 0 };
  text_puts(&notation, "(tu:L ");
  for (int i = 0; i < COUNT; i++) {
    text_printf(&notation, "%s(d*:D$x%d \"int\" \"x%d\"", i ? " | " : "", i, i);
    for (int j = 0; i == SITE + 1 && j < 100; j++)
      text_printf(&notation, " \"x%d\"&x%d", j, j);
    text_puts(&notation, " \";\")");
  }
  text_puts(&notation, ")");
  rd_tree *tree = sexp_tree(notation.data, 0);
  text_free(&notation);
  return tree;
}

START_TEST(test_declarations__near_ones_that_need_much_are_not_the_first)
{
  rd_tree *tree = greedy();
  int numbers[COUNT];
  rd_deltas deltas = offered(numbers, tree, true);
  ck_assert_int_eq(numbers[0], SITE);
  ck_assert_int_eq(numbers[1], SITE - 1);
  ck_assert_int_eq(numbers[2], SITE - 2);
  ck_assert_uint_eq(deltas.few, 31); /* of the 32 nearest */
  ck_assert_int_eq(numbers[31], SITE + 1);
  rd_deltas_dispose(&deltas);
  rd_tree_free(tree);
}
END_TEST

/* What declares nothing (static_assert) holds nothing; words of a declaration
 * are of another sort. */
START_TEST(test_declarations__all_that_stands_in_the_file_is_a_unit)
{
  textbuf notation = { 0 };
  text_puts(&notation, "(tu:L (n*@1 \"namespace\" \"{\" (l:L");
  for (int i = 0; i < COUNT; i++)
    text_puts(&notation, " (a*@1 (w:L \"const\"*) \"assert\" \";\")");
  text_puts(&notation, ") \"}\"))");
  rd_tree *tree = sexp_tree(notation.data, 0);
  rd_config *config = rd_config_new(tree, &tokens_lexer);
  rd_sight sight = { .config = config };
  uint32_t *places = rd_places_below(&sight.count, config, 0);
  sight.places = places;
  rd_deltas deltas = { 0 };
  rd_pass_declarations(&deltas, &sight);
  ck_assert_uint_eq(deltas.list.size, COUNT + 1);
  rd_deltas_dispose(&deltas);
  free(places);
  rd_config_free(config);
  rd_tree_free(tree);
  text_free(&notation);
}
END_TEST

START_TEST(test_declarations__a_site_of_another_text_has_no_place)
{
  rd_tree *tree = many();
  int numbers[COUNT];
  rd_deltas deltas = offered(numbers, tree, false);
  for (int i = 0; i < COUNT; i++)
    ck_assert_int_eq(numbers[i], i);
  ck_assert_uint_eq(deltas.few, 0);
  rd_deltas_dispose(&deltas);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_declarations__a_site_may_have_no_declaration)
{
  textbuf notation = { 0 };
  text_puts(&notation, "(tu:L ");
  for (int i = 1; i < COUNT; i++)
    text_printf(&notation, "(d*:D$x%d \"int\" \"x%d\" \";\") | ", i, i);
  text_puts(&notation, "(d*:D$last \"int\" (r:N&gone \"gone\") \";\"))");
  rd_tree *tree = sexp_tree(notation.data, 0);
  int numbers[COUNT];
  rd_deltas deltas =
      offered_near(numbers, tree, true, &(rd_site){ .name = "gone" });
  for (int i = 0; i < COUNT; i++)
    ck_assert_int_eq(numbers[i], i);
  rd_deltas_dispose(&deltas);
  rd_tree_free(tree);
  text_free(&notation);
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "declarations", test_declarations__the_nearest_to_the_site_come_first,
      test_declarations__near_ones_that_need_much_are_not_the_first,
      test_declarations__all_that_stands_in_the_file_is_a_unit,
      test_declarations__a_site_of_another_text_has_no_place,
      test_declarations__a_site_may_have_no_declaration);
}
