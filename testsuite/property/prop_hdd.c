/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Whole reductions over random texts of the tiny language and random
 * properties: hdd* and hdd+ end 1-tree-minimal, every accepted step of every
 * algorithm lowers the measure, a second run asks the same questions, and a run
 * over a result of the default changes nothing.
 */
#include "mini.h"

#include "pass.h"
#include "run_tests.h"
#include "lexer.h"

/* ---- random texts and properties ---- */

static void add_items(textbuf *out, int depth)
{
  for (int count = rand() % 5; count > 0; count--) {
    int what = depth > 0 ? rand() % 4 : 0;
    if (what < 2) {
      text_printf(out, "%c", 'a' + rand() % 6);
    } else if (what == 2) {
      text_puts(out, "(");
      add_items(out, depth - 1);
      text_puts(out, ")");
    } else {
      text_printf(out, "[%c]", 'a' + rand() % 6);
    }
  }
}

struct property {
  const char *original; /* always interesting */
  char needed[3];
  unsigned seed; /* 0: monotone; else a hash decides about one text in four */
};

static bool has_property(const void *payload, const char *text)
{
  const struct property *property = payload;
  if (strcmp(text, property->original) == 0)
    return true;
  if (!mini_has_all(property->needed, text))
    return false;
  uint32_t hash = property->seed * 2654435761u;
  for (const char *at = text; *at; at++)
    hash = (hash ^ (unsigned char)*at) * 16777619u;
  return property->seed == 0 || hash >> 16 & 3;
}

static char *make_case(struct property *property, int number)
{
  textbuf text = { 0 };
  srand((unsigned)number);
  while (text.size < 5)
    add_items(&text, 4);
  property->original = text.data;
  property->needed[0] = text.data[(size_t)rand() % text.size];
  property->needed[1] = text.data[(size_t)rand() % text.size];
  property->needed[2] = '\0';
  property->seed = number % 2 ? (unsigned)number : 0;
  return text.data;
}

static rd_result reduce(struct mini_oracle *oracle,
                        const struct property *property, const char *text,
                        rd_options options)
{
  rd_error err = { 0 };
  rd_result result;
  options.version = RD_OPTIONS_VERSION;
  options.check = true;
  *oracle = (struct mini_oracle){ .holds = has_property, .payload = property };
  rd_status status = mini_reduce(&result, oracle, text, &options, &err);
  ck_assert_msg(status == RD_OK, "%s: %s", text, err.message);
  return result;
}

/* ---- what must hold ---- */

/* No place of the text can be pruned alone. */
static void expect_tree_minimal(const struct property *property,
                                const rd_result *result)
{
  rd_tree *tree;
  rd_deltas deltas = { 0 };
  ck_assert_int_eq(mini_parse(&tree, NULL, NULL, result->text, result->size,
                              RD_PREPARE_ALL, NULL),
                   RD_OK);
  rd_config *config = rd_config_new(tree, &tokens_lexer);
  rd_renderer *renderer = rd_renderer_new(config);
  rd_sight sight = { .config = config };
  uint32_t *places = rd_places_below(&sight.count, config, 0);
  sight.places = places;
  rd_pass_prune(&deltas, &sight);
  for (size_t i = 0; i < deltas.list.size; i++) {
    const rd_delta *delta = &deltas.list.data[i];
    textbuf text = { 0 };
    rd_measure measure;
    text_add(&text, "", 0);
    rd_renderer_candidate(&text, &measure, renderer,
                          deltas.edits.data + delta->begin, delta->count);
    bool same = strcmp(text.data, result->text) == 0;
    ck_assert_msg(same || !has_property(property, text.data), "%s to %s",
                  result->text, text.data);
    text_free(&text);
  }
  free(places);
  rd_deltas_dispose(&deltas);
  rd_renderer_free(renderer);
  rd_config_free(config);
  rd_tree_free(tree);
}

static const char *const tree_minimal[] = { "hdd*", "hdd+", "hddh*",
                                            "hoist*+hdd*" };

START_TEST(prop_hdd__star_and_plus_end_one_tree_minimal)
{
  for (int number = 1; number < 150; number++) {
    struct property property;
    struct mini_oracle oracle;
    char *text = make_case(&property, number);
    rd_options options = { .algorithm = tree_minimal[_i] };
    rd_result result = reduce(&oracle, &property, text, options);
    expect_tree_minimal(&property, &result);
    rd_result_dispose(&result);
    text_free(&oracle.log);
    free(text);
  }
}
END_TEST

struct measuring {
  rd_measure last;
  bool by_nodes; /* the measure of the papers' rows: a node that its phrase
                    replaces is gone, though the phrase may be as long */
};

static rd_status expect_smaller(void *payload, const rd_event *event,
                                rd_error *err)
{
  struct measuring *measuring = payload;
  rd_measure last = measuring->last, now = event->measure;
  (void)err;
  if (event->kind == RD_EVENT_ACCEPT) {
    bool same = now.tokens == last.tokens && now.bytes == last.bytes;
    ck_assert(now.tokens < last.tokens ||
              (now.tokens == last.tokens && now.bytes < last.bytes) ||
              (same && measuring->by_nodes));
  }
  if (event->kind == RD_EVENT_ACCEPT || event->kind == RD_EVENT_START)
    measuring->last = now;
  return RD_OK;
}

START_TEST(prop_hdd__every_step_lowers_the_measure)
{
  const char *algorithm = rd_algorithm((size_t)_i)->name;
  if (strcmp(algorithm, "ddmin-char") == 0)
    return; /* its own unit is a byte: one gone may make two words of three */
  for (int number = 1; number < 60; number++) {
    struct property property;
    struct mini_oracle oracle;
    struct measuring measuring = { .by_nodes =
                                       strcmp(algorithm, "default") != 0 };
    char *text = make_case(&property, number);
    rd_options options = { .algorithm = algorithm,
                           .event = expect_smaller,
                           .event_payload = &measuring };
    rd_result result = reduce(&oracle, &property, text, options);
    ck_assert(has_property(&property, result.text));
    rd_result_dispose(&result);
    text_free(&oracle.log);
    free(text);
  }
}
END_TEST

START_TEST(prop_hdd__asks_the_same_twice)
{
  for (int number = 1; number < 40; number++) {
    struct property property;
    struct mini_oracle first, second;
    char *text = make_case(&property, number);
    rd_options options = { .algorithm = rd_algorithm((size_t)_i)->name };
    rd_result one = reduce(&first, &property, text, options);
    rd_result two = reduce(&second, &property, text, options);
    ck_assert_str_eq(one.text, two.text);
    ck_assert_uint_eq(first.log.size, second.log.size);
    ck_assert_mem_eq(first.log.data, second.log.data, first.log.size);
    rd_result_dispose(&one);
    rd_result_dispose(&two);
    text_free(&first.log);
    text_free(&second.log);
    free(text);
  }
}
END_TEST

START_TEST(prop_hdd__default_over_its_result_changes_nothing)
{
  for (int number = 1; number < 300; number++) {
    struct property property;
    struct mini_oracle oracle;
    char *text = make_case(&property, number);
    rd_result one = reduce(&oracle, &property, text, (rd_options){ 0 });
    text_free(&oracle.log);
    rd_result two = reduce(&oracle, &property, one.text, (rd_options){ 0 });
    text_free(&oracle.log);
    ck_assert_str_eq(one.text, two.text);
    ck_assert_uint_eq(two.stats.accepted, 0);
    rd_result_dispose(&one);
    rd_result_dispose(&two);
    free(text);
  }
}
END_TEST

int main(void)
{
  int algorithms = 0;
  while (rd_algorithm((size_t)algorithms))
    algorithms++;
  Suite *suite = suite_create("prop_hdd");
  TCase *tcase = tcase_create("hdd");
  suite_add_tcase(suite, tcase);
  tcase_add_loop_test(tcase, prop_hdd__star_and_plus_end_one_tree_minimal, 0,
                      (int)(sizeof tree_minimal / sizeof *tree_minimal));
  tcase_add_loop_test(tcase, prop_hdd__every_step_lowers_the_measure, 0,
                      algorithms);
  tcase_add_loop_test(tcase, prop_hdd__asks_the_same_twice, 0, algorithms);
  tcase_add_test(tcase, prop_hdd__default_over_its_result_changes_nothing);
  return run_suite(suite);
}
