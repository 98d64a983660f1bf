/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites: from a builder to a tree, through an image, and into a reduction.
 */
#include <stdio.h>

#include "mini.h"
#include "pass.h"
#include "run_tests.h"
#include "tree.h"
#include "lexer.h"

static const rd_rule drop_x = { .row = { .name = "drop-x" },
                                .flags = RD_RULE_TOGETHER };
static const rd_rule drop_y = { .row = { .name = "drop-y" } };
static const rd_rule waited_y = { .row = { .name = "drop-y" },
                                  .flags = RD_RULE_WAITED };
static const rd_rule pairs = { .row = { .name = "pairs" } };
static const rd_rule drop_w = { .row = { .name = "drop-w" },
                                .flags = RD_RULE_SOON };
static const rd_rule drop_u = { .row = { .name = "drop-u" },
                                .flags = RD_RULE_LAST };
static const rd_rule name_n = { .row = { .name = "name-n" },
                                .flags = RD_RULE_FIRST };
static const rd_rule turn_p = { .row = { .name = "turn-p" } };
static const rd_rule move_v = { .row = { .name = "move-v" },
                                .flags = RD_RULE_TOGETHER };

enum { ROOT, FIRST_LEAF }; /* provisional ids of letters() */

/* A list of the text's bytes, each an element. */
static rd_builder *letters(const char *text, uint32_t intended)
{
  rd_builder *builder = rd_builder_new(text, strlen(text));
  rd_node_spec root = { .kind = rd_builder_kind(builder, "text"),
                        .flags = RD_LIST };
  rd_node_spec leaf = { .kind = rd_builder_kind(builder, "leaf"),
                        .place = RD_ELEMENT };
  rd_builder_intend(builder, intended);
  (void)rd_builder_open(builder, &root);
  for (uint32_t i = 0; text[i]; i++)
    (void)rd_builder_leaf(builder, &leaf, i, i + 1);
  rd_builder_close(builder);
  return builder;
}

static rd_tree *freeze(rd_builder *builder, uint32_t prepare)
{
  rd_tree *tree = NULL;
  rd_error err = { .status = RD_OK };
  rd_status status = rd_builder_finish(&tree, builder, prepare, &err);
  ck_assert_msg(!status, "%s", err.message);
  rd_builder_free(builder);
  return tree;
}

/* ---- builder and tree ---- */

START_TEST(test_rewrites__rules_are_numbered_by_name)
{
  rd_builder *builder = letters("a", RD_REWRITES);
  ck_assert_uint_eq(rd_builder_rule(builder, &drop_y), 0);
  ck_assert_uint_eq(rd_builder_rule(builder, &drop_x), 1);
  ck_assert_uint_eq(rd_builder_rule(builder, &waited_y), 0);
  rd_tree *tree = freeze(builder, 0);
  ck_assert_uint_eq(rd_tree_rule_count(tree), 2);
  ck_assert_str_eq(rd_tree_rule_name(tree, 1), "drop-x");
  ck_assert_uint_eq(rd_tree_rule_flags(tree, 0), RD_RULE_WAITED);
  ck_assert_uint_eq(rd_tree_rule_flags(tree, 1), RD_RULE_TOGETHER);
  ck_assert_uint_eq(rd_tree_rewrite_count(tree), 0);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_rewrites__are_read_as_they_were_built)
{
  rd_builder *builder = letters("abc", RD_REWRITES);
  uint32_t rule = rd_builder_rule(builder, &drop_y);
  rd_builder_rewrite(builder, rule);
  rd_builder_edit_drop(builder, FIRST_LEAF);
  rd_builder_edit_text(builder, FIRST_LEAF + 1, "z");
  rd_builder_rewrite(builder, rule);
  rd_builder_edit_lift(builder, ROOT, FIRST_LEAF + 2);
  rd_tree *tree = freeze(builder, 0);
  ck_assert_uint_eq(rd_tree_rewrite_count(tree), 2);
  ck_assert_uint_eq(rd_tree_rewrite(tree, 0)->rule, rule);
  ck_assert_uint_eq(rd_tree_rewrite(tree, 0)->count, 2);
  const rd_rewrite_edit *edits = rd_tree_rewrite_edits(tree, 0);
  ck_assert_uint_eq(edits[0].op, RD_REWRITE_DROP);
  ck_assert_uint_eq(edits[1].node, FIRST_LEAF + 1);
  ck_assert_str_eq(rd_tree_string(tree, edits[1].arg), "z");
  edits = rd_tree_rewrite_edits(tree, 1);
  ck_assert_uint_eq(edits->op, RD_REWRITE_LIFT);
  ck_assert_uint_eq(edits->arg, FIRST_LEAF + 2);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_rewrites__without_edits_are_forgotten)
{
  rd_builder *builder = letters("ab", RD_REWRITES);
  uint32_t rule = rd_builder_rule(builder, &drop_x);
  rd_builder_rewrite(builder, rule);
  rd_builder_rewrite(builder, rule);
  rd_builder_edit_drop(builder, FIRST_LEAF);
  rd_builder_rewrite(builder, rule);
  rd_tree *tree = freeze(builder, 0);
  ck_assert_uint_eq(rd_tree_rewrite_count(tree), 1);
  ck_assert_uint_eq(rd_tree_rewrite_edits(tree, 0)->node, FIRST_LEAF);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_rewrites__are_wanted_of_small_texts_if_asked_for)
{
  char large[40 * 1024];
  memset(large, 'a', sizeof large - 1);
  large[sizeof large - 1] = '\0';
  rd_builder *asked = letters("a", RD_REWRITES | RD_HIDE);
  rd_builder *unasked = letters("a", RD_PREPARE_ALL);
  rd_builder *too_large = letters(large, RD_REWRITES);
  ck_assert(rd_builder_wants_rewrites(asked));
  ck_assert(!rd_builder_wants_rewrites(unasked));
  ck_assert(!rd_builder_wants_rewrites(too_large));
  rd_builder_free(asked);
  rd_builder_free(unasked);
  rd_builder_free(too_large);
}
END_TEST

/* (root (outer (inner "a")) (empty) "b"): ids 0 to 5. */
enum { OUTER = 1, INNER, LEAF_A, EMPTY, LEAF_B };

static rd_builder *chain(void)
{
  rd_builder *builder = rd_builder_new("ab", 2);
  rd_node_spec spec = { .kind = rd_builder_kind(builder, "node") };
  (void)rd_builder_open(builder, &spec);
  (void)rd_builder_open(builder, &spec);
  (void)rd_builder_open(builder, &spec);
  (void)rd_builder_leaf(builder, &spec, 0, 1);
  rd_builder_close(builder);
  rd_builder_close(builder);
  (void)rd_builder_open(builder, &spec);
  rd_builder_close(builder);
  (void)rd_builder_leaf(builder, &spec, 1, 2);
  rd_builder_close(builder);
  return builder;
}

START_TEST(test_rewrites__follow_nodes_that_are_squeezed)
{
  rd_builder *builder = chain();
  uint32_t rule = rd_builder_rule(builder, &drop_x);
  rd_builder_rewrite(builder, rule);
  rd_builder_edit_text(builder, LEAF_A, "z");
  rd_builder_edit_drop(builder, LEAF_B);
  rd_builder_rewrite(builder, rule); /* both become one node */
  rd_builder_edit_lift(builder, OUTER, LEAF_A);
  rd_builder_rewrite(builder, rule);
  rd_builder_edit_lift(builder, ROOT, INNER);
  rd_tree *tree = freeze(builder, RD_SQUEEZE);
  ck_assert_uint_eq(rd_tree_size(tree), 3);
  ck_assert_uint_eq(rd_tree_rewrite_count(tree), 2);
  const rd_rewrite_edit *edits = rd_tree_rewrite_edits(tree, 0);
  ck_assert_uint_eq(edits[0].node, 1);
  ck_assert_uint_eq(edits[1].node, 2);
  edits = rd_tree_rewrite_edits(tree, 1);
  ck_assert_uint_eq(edits->node, 0);
  ck_assert_uint_eq(edits->arg, 1);
  rd_tree_free(tree);
}
END_TEST

START_TEST(test_rewrites__of_nodes_that_vanish_are_forgotten)
{
  rd_builder *builder = chain();
  uint32_t rule = rd_builder_rule(builder, &drop_x);
  rd_builder_rewrite(builder, rule);
  rd_builder_edit_drop(builder, LEAF_B);
  rd_builder_edit_drop(builder, EMPTY);
  rd_builder_rewrite(builder, rule);
  rd_builder_edit_lift(builder, ROOT, EMPTY);
  rd_builder_rewrite(builder, rule);
  rd_builder_edit_drop(builder, LEAF_B);
  rd_tree *tree = freeze(builder, 0);
  ck_assert_uint_eq(rd_tree_rewrite_count(tree), 1);
  ck_assert_uint_eq(rd_tree_rewrite(tree, 0)->count, 1);
  rd_tree_free(tree);
}
END_TEST

/* ---- images ---- */

/* "ab" with one rule and one rewrite: lift, text, drop. */
static rd_tree *sample(void)
{
  rd_builder *builder = letters("ab", RD_REWRITES);
  rd_builder_rewrite(builder, rd_builder_rule(builder, &drop_x));
  rd_builder_edit_lift(builder, ROOT, FIRST_LEAF);
  rd_builder_edit_text(builder, FIRST_LEAF, "z");
  rd_builder_edit_drop(builder, FIRST_LEAF + 1);
  return freeze(builder, 0);
}

static rd_rewrite *rewrite_of(const rd_tree *tree)
{
  return rd_tree_section(tree, RD_SECTION_REWRITES);
}

static rd_rewrite_edit *edit_of(const rd_tree *tree, size_t index)
{
  return (rd_rewrite_edit *)rd_tree_section(tree, RD_SECTION_EDITS) + index;
}

enum { FLAWS = 10 };

static void spoil(rd_tree *tree, int flaw)
{
  uint32_t *const places[FLAWS] = {
    &((rd_tree_rule *)rd_tree_section(tree, RD_SECTION_RULES))->name,
    &rewrite_of(tree)->rule,
    &rewrite_of(tree)->count,
    &rewrite_of(tree)->count,
    &rewrite_of(tree)->first,
    &edit_of(tree, 0)->op,
    &edit_of(tree, 0)->node,
    &edit_of(tree, 0)->arg,
    &edit_of(tree, 0)->arg,
    &edit_of(tree, 1)->arg,
  };
  static const uint32_t values[FLAWS] = { UINT32_MAX, 1, 0, 4,          1,
                                          3,          3, 0, UINT32_MAX, 99 };
  *places[flaw] = values[flaw];
}

START_TEST(test_rewrites__images_with_bad_ones_are_rejected)
{
  for (int flaw = -1; flaw < FLAWS; flaw++) {
    rd_tree *tree = sample(), *copy = NULL;
    rd_error err;
    size_t size;
    if (flaw >= 0)
      spoil(tree, flaw);
    const void *image = rd_tree_image(tree, &size);
    rd_status status = rd_tree_from_image(&copy, image, size, &err);
    ck_assert_msg(status == (flaw < 0 ? RD_OK : RD_ERR_INVALID), "flaw %d",
                  flaw);
    rd_tree_free(copy);
    rd_tree_free(tree);
  }
}
END_TEST

/* ---- the pass ---- */

/* Units of what the pass says of the rule for a text of which the first letter
 * is gone. */
static size_t enumerate(rd_deltas *out, const rd_tree *tree, uint32_t rule)
{
  rd_config *config = rd_config_new(tree, &tokens_lexer);
  rd_sight sight = { .config = config, .rule = rule };
  rd_edit gone = { .node = FIRST_LEAF, .op = RD_DROP };
  rd_config_apply(config, &gone, 1);
  uint32_t *places = rd_places_below(&sight.count, config, 0);
  sight.places = places;
  rd_deltas_clear(out);
  rd_pass_rewrites(out, &sight);
  free(places);
  rd_config_free(config);
  return out->list.size;
}

START_TEST(test_rewrites__need_all_of_their_nodes)
{
  rd_builder *builder = letters("ab", RD_REWRITES);
  uint32_t rule = rd_builder_rule(builder, &pairs);
  rd_builder_rewrite(builder, rule);
  rd_builder_edit_drop(builder, FIRST_LEAF);
  rd_builder_rewrite(builder, rule);
  rd_builder_edit_text(builder, FIRST_LEAF + 1, "z");
  rd_tree *tree = freeze(builder, 0);
  rd_deltas deltas = { 0 };
  ck_assert_uint_eq(enumerate(&deltas, tree, rule), 1);
  ck_assert_uint_eq(deltas.list.data[0].unit, FIRST_LEAF + 1);
  ck_assert_int_eq(deltas.list.data[0].gain, 0);
  ck_assert_uint_eq(enumerate(&deltas, tree, rule + 1), 0);
  rd_deltas_dispose(&deltas);
  rd_tree_free(tree);
}
END_TEST

/* ---- reductions ---- */

static void add_rewrites(rd_builder *builder, const char *text)
{
  uint32_t x = rd_builder_rule(builder, &drop_x);
  uint32_t y = rd_builder_rule(builder, &drop_y);
  uint32_t pair = rd_builder_rule(builder, &pairs);
  uint32_t w = rd_builder_rule(builder, &drop_w);
  uint32_t u = rd_builder_rule(builder, &drop_u);
  uint32_t n = rd_builder_rule(builder, &name_n);
  uint32_t v = rd_builder_rule(builder, &move_v);
  uint32_t p = rd_builder_rule(builder, &turn_p);
  for (uint32_t i = 0; text[i]; i++) {
    if (strchr("xywu", text[i])) {
      rd_builder_rewrite(builder, text[i] == 'x'   ? x
                                  : text[i] == 'y' ? y
                                  : text[i] == 'u' ? u
                                                   : w);
      rd_builder_edit_drop(builder, FIRST_LEAF + i);
    } else if (text[i] == 'n') {
      rd_builder_rewrite(builder, n);
      rd_builder_edit_text(builder, FIRST_LEAF + i, "m");
    } else if (text[i] == 'v' && strchr(text, 'k')) {
      rd_builder_rewrite(builder, v);
      rd_builder_edit_drop(builder, FIRST_LEAF + i);
      rd_builder_edit_text(builder,
                           FIRST_LEAF + (uint32_t)(strchr(text, 'k') - text),
                           (const char[]){ (char)('a' + i), 'k', '\0' });
    } else if (strchr("pq", text[i]) && text[i + 1] == 'p' + 'q' - text[i]) {
      rd_builder_rewrite(builder, p);
      rd_builder_edit_drop(builder, FIRST_LEAF + i);
      rd_builder_edit_text(builder, FIRST_LEAF + i + 1,
                           (const char[]){ text[i + 1], text[i], '\0' });
    } else if (text[i] == '(' && strchr(text + i, ')')) {
      rd_builder_rewrite(builder, pair);
      rd_builder_edit_drop(builder, FIRST_LEAF + i);
      rd_builder_edit_drop(
          builder, FIRST_LEAF + (uint32_t)(strchr(text + i, ')') - text));
    }
  }
}

static rd_status parse_letters(rd_tree **out, void *payload, const char *view,
                               const char *text, size_t size, uint32_t prepare,
                               rd_error *err)
{
  (void)payload, (void)view, (void)size, (void)err;
  rd_builder *builder = letters(text, prepare);
  add_rewrites(builder, text);
  *out = freeze(builder, prepare);
  return RD_OK;
}

/* As many opening parentheses as closing ones, and a k? */
static bool is_balanced(const void *payload, const char *text)
{
  int depth = 0;
  (void)payload;
  for (const char *at = text; *at; at++)
    depth += (*at == '(') - (*at == ')');
  return !depth && strchr(text, 'k');
}

static char first_pass[64]; /* the one that asked first, or empty */

static rd_status listen(void *payload, const rd_event *event, rd_error *err)
{
  (void)payload, (void)err;
  if (event->kind == RD_EVENT_TEST && event->pass && !*first_pass)
    (void)snprintf(first_pass, sizeof first_pass, "%s", event->pass);
  return RD_OK;
}

static rd_status reduce(rd_result *out, const char *text,
                        const char *const *only, const char *const *skip,
                        rd_error *err)
{
  struct mini_oracle asked = { .holds = is_balanced };
  rd_parser parser = { .parse = parse_letters, .lexer = &tokens_lexer };
  rd_oracle oracle = {
    .submit = mini_submit, .wait = mini_wait, .payload = &asked, .capacity = 1
  };
  rd_options options = RD_OPTIONS_INIT;
  options.only_pass = only;
  options.skip_pass = skip;
  options.event = listen;
  *first_pass = '\0';
  rd_status status =
      rd_reduce(out, text, strlen(text), &parser, &oracle, &options, err);
  text_free(&asked.log);
  return status;
}

#define NAMES(...) ((const char *const[]){ __VA_ARGS__, NULL })

static void expect_reduced(const char *text, const char *const *only,
                           const char *const *skip, const char *expected,
                           uint64_t tests)
{
  rd_result result;
  ck_assert_int_eq(reduce(&result, text, only, skip, NULL), RD_OK);
  ck_assert_str_eq(result.text, expected);
  if (tests)
    ck_assert_uint_eq(result.stats.tests, tests);
  rd_result_dispose(&result);
}

/* The flags of two deltas of the rule: one that saves no token, one that does. */
static void expect_flags(const rd_rule *rule, uint32_t saves_none,
                         uint32_t saves)
{
  rd_builder *builder = letters("ab", RD_REWRITES);
  uint32_t number = rd_builder_rule(builder, rule);
  rd_builder_rewrite(builder, number);
  rd_builder_edit_text(builder, FIRST_LEAF, "z");
  rd_builder_rewrite(builder, number);
  rd_builder_edit_drop(builder, FIRST_LEAF);
  rd_tree *tree = freeze(builder, 0);
  rd_config *config = rd_config_new(tree, &tokens_lexer);
  rd_deltas deltas = { 0 };
  rd_sight sight = { .config = config, .rule = number };
  uint32_t *places = rd_places_below(&sight.count, config, 0);
  sight.places = places;
  rd_pass_rewrites(&deltas, &sight);
  ck_assert_uint_eq(deltas.list.size, 2);
  ck_assert_uint_eq(deltas.list.data[0].flags, saves_none);
  ck_assert_uint_eq(deltas.list.data[1].flags, saves);
  free(places);
  rd_deltas_dispose(&deltas);
  rd_config_free(config);
  rd_tree_free(tree);
}

/* What saves tokens comes first. */
START_TEST(test_rewrites__that_save_no_token_come_late)
{
  const rd_rule grow = { .row = { .name = "grow-x" }, .flags = RD_RULE_GROWS };
  expect_flags(&drop_x, RD_DELTA_LATE, 0);
  expect_flags(&grow, RD_DELTA_GROWS, 0);
  expect_flags(&drop_w, 0, 0); /* but what makes tests cheaper */
}
END_TEST

/* The first test is of the text itself. */
START_TEST(test_rewrites__of_a_rule_go_in_one_test_if_it_says_so)
{
  expect_reduced("xxxxkxxxx", NAMES("drop-x"), NULL, "k", 2);
  expect_reduced("yyyykyyyy", NAMES("drop-y"), NULL, "k", 9);
}
END_TEST

/* Each puts a letter before k. */
START_TEST(test_rewrites__of_one_node_go_together)
{
  expect_reduced("vkv", NAMES("move-v"), NULL, "ack", 2);
}
END_TEST

START_TEST(test_rewrites__that_make_tests_cheaper_come_soon)
{
  expect_reduced("xxxxkxxxxy", NULL, NULL, "k", 0);
  ck_assert_str_ne(first_pass, "drop-w");
  expect_reduced("xxxxkxxxxw", NULL, NULL, "k", 0);
  ck_assert_str_eq(first_pass, "drop-w");
}
END_TEST

START_TEST(test_rewrites__that_come_last_wait_for_the_end_game)
{
  rd_result result;
  ck_assert_int_eq(
      reduce(&result, "uk", NAMES("drop-u", "windows"), NULL, NULL), RD_OK);
  ck_assert_str_eq(first_pass, "windows");
  rd_result_dispose(&result);
  expect_reduced("uku", NAMES("drop-u"), NULL, "k", 0);
}
END_TEST

START_TEST(test_rewrites__that_prepare_need_not_make_the_text_smaller)
{
  expect_reduced("nk", NAMES("name-n"), NULL, "mk", 0);
}
END_TEST

/* Two letters in one edit count as one token until the text is read again. */
START_TEST(test_rewrites__do_not_lead_back)
{
  expect_reduced("kpq", NAMES("turn-p"), NULL, "kqp", 0);
}
END_TEST

START_TEST(test_rewrites__edits_stand_or_fall_together)
{
  expect_reduced("a(k)b(c)", NAMES("pairs"), NULL, "a k b c", 0);
  expect_reduced("a(k)", NAMES("elements"), NULL, "(k)", 0);
}
END_TEST

START_TEST(test_rewrites__rules_are_chosen_by_name)
{
  expect_reduced("xyk", NAMES("drop-y"), NULL, "xk", 0);
  expect_reduced("xyk", NAMES("rewrites"), NULL, "k", 0);
  expect_reduced("xyk", NAMES("rewrites"), NAMES("drop-y"), "yk", 0);
  expect_reduced("xyk", NAMES("drop-x", "drop-y"), NAMES("drop-x"), "xk", 0);
  expect_reduced("xyk", NAMES("elements"), NAMES("rewrites"), "k", 0);
}
END_TEST

START_TEST(test_rewrites__unknown_rules_are_named)
{
  rd_result result;
  rd_error err;
  ck_assert_int_eq(reduce(&result, "xk", NAMES("drop-z"), NULL, &err),
                   RD_ERR_INVALID);
  ck_assert_str_eq(err.message,
                   "unknown pass 'drop-z'; did you mean 'drop-x'?");
  rd_result_dispose(&result); /* a late refusal leaves the text */
  ck_assert_int_eq(reduce(&result, "xk", NULL, NAMES("quantum"), &err),
                   RD_ERR_INVALID);
  ck_assert_str_eq(err.message, "unknown pass 'quantum'");
  rd_result_dispose(&result);
}
END_TEST

int main(void)
{
  return RUN_TESTS("rewrites", test_rewrites__rules_are_numbered_by_name,
                   test_rewrites__are_read_as_they_were_built,
                   test_rewrites__without_edits_are_forgotten,
                   test_rewrites__are_wanted_of_small_texts_if_asked_for,
                   test_rewrites__follow_nodes_that_are_squeezed,
                   test_rewrites__of_nodes_that_vanish_are_forgotten,
                   test_rewrites__images_with_bad_ones_are_rejected,
                   test_rewrites__need_all_of_their_nodes,
                   test_rewrites__that_save_no_token_come_late,
                   test_rewrites__of_a_rule_go_in_one_test_if_it_says_so,
                   test_rewrites__of_one_node_go_together,
                   test_rewrites__that_make_tests_cheaper_come_soon,
                   test_rewrites__that_come_last_wait_for_the_end_game,
                   test_rewrites__that_prepare_need_not_make_the_text_smaller,
                   test_rewrites__do_not_lead_back,
                   test_rewrites__edits_stand_or_fall_together,
                   test_rewrites__rules_are_chosen_by_name,
                   test_rewrites__unknown_rules_are_named);
}
