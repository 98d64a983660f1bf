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
static rd_deltas offered(int *numbers, const rd_tree *tree, bool has_sites)
{
  static const rd_site site = { .line = SITE + 1 };
  rd_options options = RD_OPTIONS_INIT;
  options.sites = &site;
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
  ck_assert(deltas.nearest_first);
  rd_deltas_dispose(&deltas);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_declarations__a_site_of_another_text_has_no_place)
{
  rd_tree *tree = many();
  int numbers[COUNT];
  rd_deltas deltas = offered(numbers, tree, false);
  for (int i = 0; i < COUNT; i++)
    ck_assert_int_eq(numbers[i], i);
  ck_assert(!deltas.nearest_first);
  rd_deltas_dispose(&deltas);
  rd_tree_free(tree);
}
END_TEST

int main(void)
{
  return RUN_TESTS("declarations",
                   test_declarations__the_nearest_to_the_site_come_first,
                   test_declarations__a_site_of_another_text_has_no_place);
}
