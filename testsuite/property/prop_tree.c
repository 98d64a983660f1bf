/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The laws of trees and renderings, over random trees and edits.
 *
 * A rendering is compared with a model that is written straight from the
 * definition (edit.h, render.h), by recursion and without memory of any base;
 * it gives the sequence of texts, white space left aside. White space has laws
 * of its own: the rendering, read again, has as many tokens as it was measured
 * to have, and removals never add bytes.
 */
#include <check.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "edit.h"
#include "gen.h"
#include "render.h"
#include "sexp_tree.h"
#include "run_tests.h"
#include "lexer.h"

enum { SHARES = 20, SHARE = 50, CANDIDATES = 8 };

/* ---- the model ---- */

struct model {
  const rd_tree *tree;
  const rd_config *config;
  textbuf out;
};

static void model_node(struct model *model, uint32_t node);

static bool is_element(const rd_tree *tree, uint32_t node)
{
  return !(rd_tree_at(tree, node)->flags &
           (RD_SEPARATOR | RD_PUNCT | RD_COMMENT));
}

static bool renders(const struct model *model, uint32_t node)
{
  struct model alone = { .tree = model->tree, .config = model->config };
  model_node(&alone, node);
  bool answer = alone.out.size > 0;
  text_free(&alone.out);
  return answer;
}

/* Is a separator written? `left` and `gone` are the elements of its list. */
static bool stands(const struct model *model, uint32_t separator, uint32_t gone)
{
  const rd_tree *tree = model->tree;
  uint32_t child = rd_tree_first(tree, rd_tree_at(tree, separator)->parent);
  bool has_left = false, gone_between = false, is_last = true;
  for (; child != separator; child = rd_tree_next(tree, child)) {
    if (!is_element(tree, child))
      continue;
    bool left = renders(model, child);
    has_left = has_left || left;
    gone_between = !left && (gone_between || has_left);
  }
  bool gone_before = gone_between;
  for (child = rd_tree_next(tree, separator); child != RD_NONE;
       child = rd_tree_next(tree, child)) {
    if (rd_tree_at(tree, child)->flags & RD_SEPARATOR)
      is_last = false;
    if (!is_element(tree, child))
      continue;
    if (renders(model, child)) {
      if (!has_left)
        return !gone;
      return is_last || !(gone_before || gone_between);
    }
    gone_between = true;
  }
  return !gone;
}

static void model_list(struct model *model, uint32_t node)
{
  const rd_tree *tree = model->tree;
  uint32_t left = 0, gone = 0, phrase = rd_tree_at(tree, node)->phrase;
  uint32_t child = rd_tree_first(tree, node);
  for (; child != RD_NONE; child = rd_tree_next(tree, child))
    if (is_element(tree, child))
      *(renders(model, child) ? &left : &gone) += 1;
  if (!left && gone && phrase != RD_NONE) {
    text_puts(&model->out, rd_tree_string(tree, phrase));
    return;
  }
  for (child = rd_tree_first(tree, node); child != RD_NONE;
       child = rd_tree_next(tree, child))
    if (!(rd_tree_at(tree, child)->flags & RD_SEPARATOR) ||
        stands(model, child, gone))
      model_node(model, child);
}

static void model_node(struct model *model, uint32_t node)
{
  const rd_tree *tree = model->tree;
  const rd_node *at = rd_tree_at(tree, node);
  rd_edit edit = rd_config_at(model->config, node);
  if (edit.op == RD_DROP)
    return;
  if (edit.op == RD_LIFT)
    model_node(model, edit.arg);
  else if (edit.op != RD_KEEP)
    text_puts(&model->out, rd_config_string(model->config, edit));
  else if (at->size == 1)
    text_add(&model->out, rd_tree_text(tree, NULL) + at->begin,
             at->end - at->begin);
  else if (at->flags & RD_LIST)
    model_list(model, node);
  else
    for (uint32_t child = rd_tree_first(tree, node); child != RD_NONE;
         child = rd_tree_next(tree, child))
      model_node(model, child);
}

/* ---- helpers ---- */

static char *without_space(const char *bytes, size_t size)
{
  textbuf out = { 0 };
  for (size_t i = 0; i < size; i++)
    if (!isspace((unsigned char)bytes[i]) && bytes[i] != '\\')
      text_add(&out, bytes + i, 1);
  return text_take(&out, NULL);
}

struct trial {
  gen random;
  char *notation;
  rd_tree *tree;
  rd_config *config;
};

static void trial_init(struct trial *trial, int seed)
{
  trial->random = gen_seed((uint64_t)seed);
  uint32_t size = 1 + gen_below(&trial->random, 60);
  trial->notation = gen_notation(&trial->random, size);
  trial->tree = sexp_tree(trial->notation, gen_below(&trial->random, 8));
  trial->config = rd_config_new(trial->tree, &tokens_lexer);
}

static void trial_dispose(struct trial *trial)
{
  rd_config_free(trial->config);
  rd_tree_free(trial->tree);
  free(trial->notation);
}

static size_t random_edits(struct trial *trial, rd_edit *edits, size_t limit)
{
  size_t count = gen_below(&trial->random, (uint32_t)limit + 1);
  for (size_t i = 0; i < count; i++)
    edits[i] = gen_edit(&trial->random, trial->config);
  return count;
}

static void check_full(const struct trial *trial, const rd_renderer *full)
{
  size_t size;
  const char *text = rd_renderer_text(full, &size);
  struct model model = { .tree = trial->tree, .config = trial->config };
  model_node(&model, 0);
  char *expected = without_space(model.out.data, model.out.size);
  char *got = without_space(text, size);
  ck_assert_msg(!strcmp(expected, got), "%s\nrenders as: %s\nmodel: %s",
                trial->notation, got, expected);
  ck_assert_msg(
      tokens_lexer.count(text, size) == rd_renderer_measure(full).tokens,
      "%s\nhas other tokens when read again: %s", trial->notation, text);
  ck_assert_uint_eq(size, rd_renderer_measure(full).bytes);
  free(expected);
  free(got);
  text_free(&model.out);
}

/* ---- the laws ---- */

static void laws_hold(int seed)
{
  struct trial trial;
  rd_error err = { 0 };
  trial_init(&trial, seed);
  ck_assert_msg(!rd_tree_check(trial.tree, &tokens_lexer, &err), "%s: %s",
                trial.notation, err.message);
  char *text = sexp_text(trial.notation);
  ck_assert_str_eq(rd_tree_text(trial.tree, NULL), text);
  free(text);
  trial_dispose(&trial);
}

static void image_round_trip(int seed)
{
  struct trial trial;
  trial_init(&trial, seed);
  size_t size, copy_size;
  rd_tree *copy = NULL;
  rd_error err = { 0 };
  const void *image = rd_tree_image(trial.tree, &size);
  ck_assert_msg(!rd_tree_from_image(&copy, image, size, &err), "%s",
                err.message);
  const void *copied = rd_tree_image(copy, &copy_size);
  ck_assert_mem_eq(image, copied, size);
  ck_assert_uint_eq(size, copy_size);
  rd_tree_free(copy);
  trial_dispose(&trial);
}

/* One candidate against a full rendering of the same edits. */
static void check_candidate(struct trial *trial, rd_renderer *base)
{
  enum { EDITS = 6 };
  rd_edit edits[EDITS], undo[EDITS];
  size_t count = random_edits(trial, edits, EDITS);
  textbuf out = { 0 };
  rd_measure measure;
  text_puts(&out, "before");
  rd_renderer_candidate(&out, &measure, base, edits, count);
  for (size_t i = 0; i < count; i++)
    undo[i] = rd_config_at(trial->config, edits[i].node);
  rd_config_apply(trial->config, edits, count);
  rd_renderer *full = rd_renderer_new(trial->config);
  size_t size;
  const char *text = rd_renderer_text(full, &size);
  check_full(trial, full);
  ck_assert_msg(!strcmp(text, out.data + 6) && out.size == size + 6,
                "%s\ncandidate: %s\nfull: %s", trial->notation, out.data + 6,
                text);
  ck_assert_uint_eq(measure.tokens, rd_renderer_measure(full).tokens);
  ck_assert_uint_eq(measure.bytes, size);
  rd_renderer_free(full);
  rd_config_apply(trial->config, undo, count);
  text_free(&out);
}

static void candidate_equals_full_render(int seed)
{
  struct trial trial;
  rd_edit edits[8];
  trial_init(&trial, seed);
  rd_config_apply(trial.config, edits, random_edits(&trial, edits, 8));
  rd_renderer *base = rd_renderer_new(trial.config);
  check_full(&trial, base);
  for (int i = 0; i < CANDIDATES; i++)
    check_candidate(&trial, base);
  rd_renderer_free(base);
  trial_dispose(&trial);
}

static void removal_adds_no_byte(int seed)
{
  struct trial trial;
  trial_init(&trial, seed);
  rd_renderer *renderer = rd_renderer_new(trial.config);
  bool is_layout = rd_tree_at(trial.tree, 0)->flags & RD_LAYOUT;
  for (int i = 0; i < 5; i++) {
    rd_edit edit = gen_edit(&trial.random, trial.config);
    /* a later lift could bring back what an earlier edit took away, and one
     * where layout is syntax be indented */
    edit.op = edit.op == RD_LIFT && i == 0 && !is_layout ? RD_LIFT : RD_DROP;
    rd_measure before = rd_renderer_measure(renderer);
    uint32_t flags = rd_tree_at(trial.tree, edit.node)->flags;
    rd_config_apply(trial.config, &edit, 1);
    rd_renderer_rebase(renderer);
    rd_measure after = rd_renderer_measure(renderer);
    bool has_phrase = strstr(trial.notation, "=\"") != NULL;
    if (!has_phrase && !(flags & RD_SEPARATOR))
      ck_assert_msg(after.bytes <= before.bytes, "%s", trial.notation);
  }
  rd_renderer_free(renderer);
  trial_dispose(&trial);
}

/* ---- each over a share of the trees ---- */

START_TEST(prop_tree__laws_hold)
{
  for (int seed = _i * SHARE; seed < (_i + 1) * SHARE; seed++)
    laws_hold(seed);
}
END_TEST

START_TEST(prop_tree__image_round_trip)
{
  for (int seed = _i * SHARE; seed < (_i + 1) * SHARE; seed++)
    image_round_trip(seed);
}
END_TEST

START_TEST(prop_tree__candidate_equals_full_render)
{
  for (int seed = _i * SHARE; seed < (_i + 1) * SHARE; seed++)
    candidate_equals_full_render(seed);
}
END_TEST

START_TEST(prop_tree__removal_adds_no_byte)
{
  for (int seed = _i * SHARE; seed < (_i + 1) * SHARE; seed++)
    removal_adds_no_byte(seed);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("tree properties");
  TCase *laws = tcase_create("laws");
  tcase_add_loop_test(laws, prop_tree__laws_hold, 0, SHARES);
  tcase_add_loop_test(laws, prop_tree__image_round_trip, 0, SHARES / 5);
  tcase_add_loop_test(laws, prop_tree__candidate_equals_full_render, 0, SHARES);
  tcase_add_loop_test(laws, prop_tree__removal_adds_no_byte, 0, SHARES);
  tcase_set_timeout(laws, 120); /* the model is slow on lists in lists */
  suite_add_tcase(suite, laws);
  return run_suite(suite);
}
