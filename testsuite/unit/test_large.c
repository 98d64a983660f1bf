/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Trees that are very deep or very large: no recursion, no square. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "failures.h"
#include "pass_scene.h"
#include "render.h"
#include "run_tests.h"

enum { DEPTH = 50000, STATEMENTS = 1200000 };

/* ((( ... x ... ))): each node has its brackets and a phrase. */
static rd_tree *deep_tree(uint32_t prepare)
{
  textbuf text = { 0 };
  for (int i = 0; i < DEPTH; i++)
    text_add(&text, "(", 1);
  text_add(&text, "x", 1);
  for (int i = 0; i < DEPTH; i++)
    text_add(&text, ")", 1);
  rd_builder *builder = rd_builder_new(text.data, text.size);
  rd_node_spec paren = { .kind = rd_builder_kind(builder, "paren"),
                         .phrase = "0" };
  rd_node_spec leaf = { .flags = RD_PUNCT };
  for (uint32_t i = 0; i < DEPTH; i++) {
    rd_builder_open(builder, &paren);
    rd_builder_leaf(builder, &leaf, i, i + 1);
  }
  rd_builder_leaf(builder, &leaf, DEPTH, DEPTH + 1);
  for (uint32_t i = DEPTH + 1; i < 2 * DEPTH + 1; i++) {
    rd_builder_leaf(builder, &leaf, i, i + 1);
    rd_builder_close(builder);
  }
  rd_tree *tree = NULL;
  ck_assert_int_eq(rd_builder_finish(&tree, builder, prepare, NULL), RD_OK);
  rd_builder_free(builder);
  text_free(&text);
  return tree;
}

START_TEST(test_large__deep_tree_holds_the_laws)
{
  rd_tree *tree = deep_tree(RD_PREPARE_ALL), *copy = NULL;
  rd_error err;
  size_t size;
  ck_assert_uint_eq(rd_tree_size(tree), 3 * DEPTH + 1);
  ck_assert_msg(!rd_tree_check(tree, &tokens_lexer, &err), "%s", err.message);
  const void *image = rd_tree_image(tree, &size);
  ck_assert_int_eq(rd_tree_from_image(&copy, image, size, &err), RD_OK);
  char *sexp = rd_tree_to_sexp(copy);
  ck_assert_uint_gt(strlen(sexp), 10 * DEPTH);
  free(sexp);
  rd_tree_free(copy);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_large__deep_tree_renders)
{
  rd_tree *tree = deep_tree(RD_PREPARE_ALL);
  rd_config *config = rd_config_new(tree, &tokens_lexer);
  rd_renderer *renderer = rd_renderer_new(config);
  textbuf out = { 0 };
  rd_measure measure;
  uint32_t inmost = 2 * (DEPTH - 1), outer = 2 * 2;
  rd_edit edit = { .node = inmost,
                   .op = RD_PHRASE,
                   .arg = rd_tree_at(tree, inmost)->phrase };
  rd_renderer_candidate(&out, &measure, renderer, &edit, 1);
  ck_assert_uint_eq(measure.tokens, 2 * DEPTH - 1);
  edit = (rd_edit){ .node = outer, .op = RD_LIFT, .arg = inmost };
  text_clear(&out);
  rd_renderer_candidate(&out, &measure, renderer, &edit, 1);
  ck_assert_str_eq(out.data, "(((x)))");
  rd_config_apply(config, &edit, 1);
  ck_assert_uint_eq(rd_view_tokens(config, 0), 3 + 1 + 3);
  text_free(&out);
  rd_renderer_free(renderer);
  rd_config_free(config);
  rd_tree_free(tree);
}
END_TEST

/* A chain of nodes, each the only child of the one above or of its own kind,
 * melts into one node. */
static void expect_one_node(uint16_t flags, uint32_t prepare)
{
  rd_builder *builder = rd_builder_new("x y", 3);
  rd_node_spec spec = { .kind = rd_builder_kind(builder, "n"), .flags = flags };
  rd_node_spec leaf = { 0 };
  uint32_t symbol = rd_builder_symbol(builder, RD_SYMBOL_TAG, "s", 0);
  for (int i = 0; i < DEPTH; i++)
    rd_builder_declares(builder, symbol, rd_builder_open(builder, &spec));
  rd_builder_leaf(builder, &leaf, 0, 1);
  rd_builder_leaf(builder, &leaf, 2, 3);
  for (int i = 0; i < DEPTH; i++)
    rd_builder_close(builder);
  rd_tree *tree = NULL;
  ck_assert_int_eq(rd_builder_finish(&tree, builder, prepare, NULL), RD_OK);
  ck_assert_uint_eq(rd_tree_size(tree), 3);
  ck_assert_uint_eq(rd_tree_symbol(tree, 0)->decl_count, 1);
  rd_tree_free(tree);
  rd_builder_free(builder);
}

START_TEST(test_large__deep_chains_melt)
{
  expect_one_node(0, RD_SQUEEZE);
  expect_one_node(RD_RECURSIVE, RD_FLATTEN);
}
END_TEST

/* Some ten megabytes of `a1 = b;`, a statement a line, in one element. */
static rd_tree *long_tree(void)
{
  static const char line[] = "a1 = b;\n";
  textbuf text = { 0 };
  for (int i = 0; i < STATEMENTS; i++)
    text_add(&text, line, 8);
  rd_builder *builder = rd_builder_new(text.data, text.size);
  rd_node_spec list = { .flags = RD_LIST, .place = RD_ELEMENT, .phrase = "" };
  rd_node_spec statement = { .place = RD_ELEMENT, .phrase = ";" }, leaf = { 0 };
  rd_builder_open(builder, &list);
  for (uint32_t i = 0; i < 8 * STATEMENTS; i += 8) {
    rd_builder_open(builder, &statement);
    rd_builder_leaf(builder, &leaf, i, i + 2);
    rd_builder_leaf(builder, &leaf, i + 3, i + 4);
    rd_builder_leaf(builder, &leaf, i + 5, i + 6);
    rd_builder_leaf(builder, &leaf, i + 6, i + 7);
    rd_builder_close(builder);
  }
  rd_builder_close(builder);
  rd_tree *tree = NULL;
  ck_assert_int_eq(rd_builder_finish(&tree, builder, RD_PREPARE_ALL, NULL), 0);
  rd_builder_free(builder);
  text_free(&text);
  return tree;
}

START_TEST(test_large__long_text_renders)
{
  rd_tree *tree = long_tree();
  rd_config *config = rd_config_new(tree, &tokens_lexer);
  rd_renderer *renderer = rd_renderer_new(config);
  rd_edit *edits = mem_alloc(STATEMENTS, sizeof *edits);
  textbuf out = { 0 };
  rd_measure measure;
  ck_assert_uint_eq(rd_renderer_measure(renderer).tokens, 4 * STATEMENTS);
  for (uint32_t i = 0; i < STATEMENTS; i++)
    edits[i] = (rd_edit){ .node = 1 + 5 * i, .op = RD_DROP };
  rd_renderer_candidate(&out, &measure, renderer, edits, STATEMENTS - 1);
  ck_assert_str_eq(out.data, "a1 = b;\n");
  text_clear(&out);
  rd_renderer_candidate(&out, &measure, renderer, edits, 1);
  ck_assert_uint_eq(measure.bytes, 8 * (STATEMENTS - 1));
  text_free(&out);
  free(edits);
  rd_renderer_free(renderer);
  rd_config_free(config);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_large__long_list_fails_element_by_element)
{
  rd_tree *tree = long_tree();
  rd_config *config = rd_config_new(tree, &tokens_lexer);
  rd_renderer *renderer = rd_renderer_new(config);
  rd_failures failures = { 0 };
  rd_edit edit = { .node = 1, .op = RD_DROP };
  uint64_t key = rd_failures_key(&failures, renderer, config, &edit, 1);
  for (; edit.node < rd_tree_size(tree); edit.node += 5)
    ck_assert(rd_failures_key(&failures, renderer, config, &edit, 1) == key);
  rd_failures_dispose(&failures);
  rd_renderer_free(renderer);
  rd_config_free(config);
  rd_tree_free(tree);
}
END_TEST

/* A type of so many enumerators, `a,a,...`, which go with it. */
START_TEST(test_large__type_with_many_members_is_offered)
{
  enum { MEMBERS = 200000 };
  textbuf text = { 0 };
  for (int i = 0; i < MEMBERS; i++)
    text_add(&text, "a,", 2);
  rd_builder *builder = rd_builder_new(text.data, text.size);
  rd_node_spec type = { .flags = RD_LIST, .place = RD_ELEMENT };
  rd_node_spec member = { .place = RD_ELEMENT };
  rd_node_spec comma = { .flags = RD_PUNCT | RD_SEPARATOR };
  uint32_t tag = rd_builder_symbol(builder, RD_SYMBOL_TAG, "e", 0);
  rd_builder_declares(builder, tag, rd_builder_open(builder, &type));
  for (uint32_t i = 0; i < 2 * MEMBERS; i += 2) {
    uint32_t symbol = rd_builder_symbol(builder, RD_SYMBOL_ENUMERATOR, "a", 0);
    rd_builder_declares(builder, symbol,
                        rd_builder_leaf(builder, &member, i, i + 1));
    rd_builder_leaf(builder, &comma, i + 1, i + 2);
  }
  rd_builder_close(builder);
  struct scene scene = stage_built(builder);
  rd_sight sight = { .config = scene.config };
  uint32_t *places = rd_places_below(&sight.count, scene.config, 0);
  sight.places = places;
  rd_pass_symbol_uses(&scene.deltas, &sight);
  ck_assert_uint_eq(scene.deltas.list.size, MEMBERS);
  free(places);
  strike(&scene);
  text_free(&text);
}
END_TEST

int main(void)
{
  return RUN_TESTS("large", test_large__deep_tree_holds_the_laws,
                   test_large__deep_tree_renders, test_large__deep_chains_melt,
                   test_large__long_text_renders,
                   test_large__long_list_fails_element_by_element,
                   test_large__type_with_many_members_is_offered);
}
