/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What goes with its last use. */
#include "last_uses.h"

#include "mini.h"
#include "pass_scene.h"
#include "run_tests.h"

/* Statements are words: the first letter, if it is a capital, is declared
 * there, and the others are uses. All capitals but Z have to be used. */
static rd_builder *build_statements(const char *text)
{
  rd_builder *builder = rd_builder_new(text, strlen(text));
  rd_node_spec plain = { .kind = rd_builder_kind(builder, "leaf") };
  rd_node_spec statement = { .kind = rd_builder_kind(builder, "statement"),
                             .place = RD_ELEMENT };
  uint32_t symbols[26], open = RD_NONE;
  for (int i = 0; i < 26; i++)
    symbols[i] = rd_builder_symbol(
        builder, RD_SYMBOL_VARIABLE, (char[]){ (char)('A' + i), '\0' },
        RD_SYMBOL_LOCAL | (i < 25 ? RD_SYMBOL_USED : 0));
  mini_open(builder, "text", RD_REQUIRED, RD_LIST);
  for (uint32_t i = 0; text[i]; i++) {
    bool begins = i == 0 || text[i - 1] == ' ';
    if (begins)
      open = rd_builder_open(builder, &statement);
    if (text[i] != ' ') {
      uint32_t leaf = rd_builder_leaf(builder, &plain, i, i + 1);
      if (begins && text[i] >= 'A' && text[i] <= 'Z')
        rd_builder_declares(builder, symbols[text[i] - 'A'], open);
      else if (text[i] >= 'A' && text[i] <= 'Z')
        rd_builder_uses(builder, symbols[text[i] - 'A'], leaf, RD_USE_NAME);
    }
    if (!text[i + 1] || text[i + 1] == ' ')
      rd_builder_close(builder);
  }
  rd_builder_close(builder);
  return builder;
}

static const struct {
  const char *text;
  uint32_t dropped;          /* a statement */
  const char *left, *needed; /* by rd_last_uses_add, rd_last_needs_add */
} rows[] = {
  { "A xA y", 1, "y", "y" },        /* with its declaration */
  { "A BA xB y", 2, "y", "y" },     /* a chain */
  { "A xA yA", 1, "A yA", "A yA" }, /* another use is left */
  { "A x y", 1, "A y", "A y" },     /* nothing used it before */
  { "A xA xA BA yB", 3, "A xA xA yB", "A xA xA yB" }, /* it declares */
  { "Z xZ y", 1, "Z y", "y" },                        /* it may be unused */
};

static uint32_t statement_at(const rd_tree *tree, uint32_t number)
{
  uint32_t node = rd_tree_first(tree, 0);
  while (number--)
    node = rd_tree_next(tree, node);
  return node;
}

static void expect_left(size_t row, const char *left,
                        void (*add)(rd_edit_list *edits, rd_config *config))
{
  struct scene scene = stage_built(build_statements(rows[row].text));
  rd_edit_list edits = { 0 };
  rd_measure measure;
  rd_edit edit = { .node = statement_at(scene.tree, rows[row].dropped),
                   .op = RD_DROP };
  ARRAY_PUSH(&edits, edit);
  add(&edits, scene.config);
  rd_renderer *renderer = rd_renderer_new(scene.config);
  rd_renderer_candidate(&scene.texts, &measure, renderer, edits.data,
                        edits.size);
  text_add(&scene.texts, "", 1);
  ck_assert_str_eq(scene.texts.data, left);
  rd_renderer_free(renderer);
  ARRAY_FREE(&edits);
  strike(&scene);
}

START_TEST(test_last_uses__take_the_declaration)
{
  expect_left((size_t)_i, rows[_i].left, rd_last_uses_add);
}
END_TEST

START_TEST(test_last_uses__take_what_only_they_need)
{
  expect_left((size_t)_i, rows[_i].needed, rd_last_needs_add);
}
END_TEST

/* So many edits are made with a text in place of the last use. */
static void expect_edits(const char *put, size_t count)
{
  struct scene scene = stage_built(build_statements("A xA y"));
  rd_edit_list edits = { 0 };
  rd_edit edit = { .node = statement_at(scene.tree, 1), .op = RD_TEXT };
  edit.arg = rd_config_text(scene.config, put);
  ARRAY_PUSH(&edits, edit);
  rd_last_uses_add(&edits, scene.config);
  ck_assert_uint_eq(edits.size, count);
  ARRAY_FREE(&edits);
  strike(&scene);
}

START_TEST(test_last_uses__are_no_last_ones_in_what_stands_there)
{
  expect_edits("_ = A", 1);
  expect_edits("_ = AB", 2);
}
END_TEST

static rd_status parse_statements(rd_tree **out, void *payload,
                                  const char *view, const char *text,
                                  size_t size, uint32_t prepare, rd_error *err)
{
  (void)payload, (void)view, (void)size;
  rd_builder *builder = build_statements(text);
  rd_status status = rd_builder_finish(out, builder, prepare, err);
  rd_builder_free(builder);
  return status;
}

/* The declaration is smaller than what is in the stratum of its use. */
START_TEST(test_last_uses__go_with_a_stratum_of_a_large_text)
{
  enum { LARGE_TEXT = 2000 };
  static const char *const passes[] = { "large-elements", "unused", NULL };
  struct mini_oracle oracle = { .holds = mini_has_all, .payload = "y" };
  rd_oracle ask = mini_interface(&oracle);
  rd_parser parser = { .parse = parse_statements, .lexer = &tokens_lexer };
  rd_options options = RD_OPTIONS_INIT;
  rd_result result;
  textbuf text = { 0 };
  text_puts(&text, "Z xZ");
  for (int i = 0; i < LARGE_TEXT; i++)
    text_puts(&text, "a");
  text_puts(&text, " yab");
  options.only_pass = passes;
  ck_assert(
      !rd_reduce(&result, text.data, text.size, &parser, &ask, &options, NULL));
  ck_assert_str_eq(result.text, "yab");
  ck_assert_uint_eq(result.stats.tests, 1 + 1);
  rd_result_dispose(&result);
  text_free(&oracle.log);
  text_free(&text);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("last_uses");
  TCase *tcase = tcase_create("last_uses");
  tcase_add_loop_test(tcase, test_last_uses__take_the_declaration, 0,
                      sizeof rows / sizeof *rows);
  tcase_add_loop_test(tcase, test_last_uses__take_what_only_they_need, 0,
                      sizeof rows / sizeof *rows);
  tcase_add_test(tcase, test_last_uses__are_no_last_ones_in_what_stands_there);
  tcase_add_test(tcase, test_last_uses__go_with_a_stratum_of_a_large_text);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
