/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rd_reduce: results, events, limits and refusals, with an oracle in here. */

#include "mini.h"
#include "run_tests.h"
#include "lexer.h"

static void expect(const char *algorithm, const char *text, const char *needed,
                   const char *left)
{
  rd_options options = RD_OPTIONS_INIT;
  options.algorithm = algorithm;
  options.check = true;
  struct mini_oracle oracle = { .holds = mini_has_all, .payload = needed };
  rd_result result;
  rd_error err = { 0 };
  rd_status status = mini_reduce(&result, &oracle, text, &options, &err);
  ck_assert_msg(status == RD_OK, "%s: %s", algorithm, err.message);
  ck_assert_msg(strcmp(result.text, left) == 0, "%s: '%s' not '%s'", algorithm,
                result.text, left);
  ck_assert(result.complete);
  rd_result_dispose(&result);
  text_free(&oracle.log);
}

static const struct {
  const char *algorithm, *text, *needed, *left;
} rows[] = {
  { "ddmin-char", "ab(cd(ef)g)hi", "e)", "e)" },
  { "ddmin-line", "a\nb\nc\nd\n", "bd", "b\nd\n" },
  { "probdd-line", "a\nb\nc\nd\n", "bd", "b\nd\n" },
  { "cdd-line", "a\nb\nc\nd\n", "bd", "b\nd\n" },
  { "hdd*-probdd", "ab(cd(ef)g)hi", "eg", "((e)g)" },
  { "hdd*-cdd", "ab(cd(ef)g)hi", "eg", "((e)g)" },
  { "hdd", "ab(cd(ef)g)hi", "eg", "((e)g)" },
  { "hdd+", "ab(cd(ef)g)hi", "eg", "((e)g)" },
  { "hdd-plus", "ab(cd(ef)g)hi", "ch", "(c)h" },
  { "hdd*", "ab(cd(ef)g)hi", "eg", "((e)g)" },
  { "hdd-star", "[a][(bc)]", "b", "[(b)]" },
  { "hddr", "ab(cd(ef)g)hi", "eg", "((e)g)" },
  { "coarse-hdd*", "[a](b[c])d", "b", "(b)" },
  { "hdd*", "a(b[c]d[e])", "de", "(d[e])" },
  { "hoist", "(a(bc))", "c", "c" },
  { "hoist*", "[[[a]]]", "a", "a" },
  { "hoist*+hdd*", "ab(cd(ef)g)hi", "eg", "eg" },
  { "hddh", "ab(cd(ef)g)hi", "e", "e" },
  { "hddh*", "x[[a](b)]", "b", "b" },
  { "hoist*+hddh*", "ab(cd(ef)g)hi", "e", "e" },
  { "perses", "ab(cd(ef)g)hi", "e", "e" },
  { "perses-2018", "ab(cd(ef)g)hi", "e", "e" },
  { "perses-2018", "ab(cd(ef)g)hi", "eg", "eg" },
  { "gtr", "[[[a]]]", "a", "a" },
  { "gtr", "ab(c[d])[e]", "ade", "ade" },
  { "gtr*", "ab(c[d])[[e]]", "ade", "ade" },
  { "pardis", "ab(cd(ef)g)hi", "eg", "((e)g)" },
  { "default", "ab(cd(ef)g)hi", "eg", "eg" },
  { NULL, "ab [(cd(ef)g)] hi", "eg", "eg" },
  { "default", "((((((ab))))))", "b", "b" },
};

START_TEST(test_reduce__every_algorithm_reaches_its_minimum)
{
  expect(rows[_i].algorithm, rows[_i].text, rows[_i].needed, rows[_i].left);
}
END_TEST

struct seen {
  size_t kinds[RD_EVENT_END + 1];
  rd_measure last, end;
  bool rises, unnamed;
  rd_status answer;
};

static rd_status note(void *payload, const rd_event *event, rd_error *err)
{
  struct seen *seen = payload;
  seen->kinds[event->kind]++;
  if (event->kind == RD_EVENT_TEST && (!event->pass || !event->round))
    seen->unnamed = true;
  if (event->kind == RD_EVENT_START || event->kind == RD_EVENT_END)
    ck_assert(!event->pass && !event->round);
  if (event->kind == RD_EVENT_ACCEPT) {
    seen->rises |= event->measure.tokens > seen->last.tokens;
    ck_assert_uint_eq(event->measure.bytes, event->text_size);
  }
  if (event->kind == RD_EVENT_END)
    seen->end = event->measure;
  if (event->kind == RD_EVENT_ACCEPT || event->kind == RD_EVENT_START)
    seen->last = event->measure;
  if (seen->answer != RD_OK && event->kind == RD_EVENT_ACCEPT)
    return rd_fail(err, seen->answer, "no more");
  return RD_OK;
}

static rd_status run(rd_result *result, struct seen *seen, rd_options options,
                     rd_error *err)
{
  struct mini_oracle oracle = { .holds = mini_has_all, .payload = "ek" };
  options.version = RD_OPTIONS_VERSION;
  options.event = note;
  options.event_payload = seen;
  rd_status status =
      mini_reduce(result, &oracle, "ab(cd(ef)g)h[(ijkl)]", &options, err);
  text_free(&oracle.log);
  return status;
}

START_TEST(test_reduce__events_tell_the_whole_story)
{
  struct seen seen = { 0 };
  rd_result result;
  ck_assert_int_eq(run(&result, &seen, (rd_options){ 0 }, NULL), RD_OK);
  ck_assert_uint_eq(seen.kinds[RD_EVENT_START], 1);
  ck_assert_uint_eq(seen.kinds[RD_EVENT_END], 1);
  ck_assert_uint_eq(seen.kinds[RD_EVENT_TEST], result.stats.tests - 1);
  ck_assert_uint_eq(seen.kinds[RD_EVENT_ACCEPT], result.stats.accepted);
  ck_assert_uint_eq(seen.kinds[RD_EVENT_PASS_BEGIN],
                    seen.kinds[RD_EVENT_PASS_END]);
  ck_assert(!seen.rises && !seen.unnamed);
  ck_assert_uint_eq(result.before.tokens, 20);
  ck_assert_uint_eq(result.after.bytes, result.size);
  rd_result_dispose(&result);
}
END_TEST

START_TEST(test_reduce__stops_after_so_many_tests_with_the_best_text)
{
  struct seen seen = { 0 };
  rd_result result;
  rd_error err;
  rd_options options = { .max_tests = (uint64_t)_i };
  ck_assert_int_eq(run(&result, &seen, options, &err), RD_ERR_STOPPED);
  ck_assert_int_eq((int)result.stats.tests, _i);
  ck_assert(!result.complete && mini_has_all("ek", result.text));
  ck_assert_uint_eq(seen.kinds[RD_EVENT_END], 1);
  ck_assert_uint_eq(seen.kinds[RD_EVENT_PASS_BEGIN],
                    seen.kinds[RD_EVENT_PASS_END]);
  rd_result_dispose(&result);
}
END_TEST

START_TEST(test_reduce__stops_when_told_to)
{
  struct seen seen = { 0 };
  static const volatile sig_atomic_t stop = 1;
  rd_result result;
  rd_options options = { .stop = &stop };
  ck_assert_int_eq(run(&result, &seen, options, NULL), RD_ERR_STOPPED);
  ck_assert_str_eq(result.text, "ab(cd(ef)g)h[(ijkl)]");
  ck_assert_uint_eq(seen.kinds[RD_EVENT_START], 0);
  ck_assert_uint_eq(seen.kinds[RD_EVENT_END], 1);
  ck_assert_uint_eq(seen.end.tokens, 14); /* as libreduce counts */
  ck_assert_uint_eq(seen.end.bytes, 20);
  ck_assert_uint_eq(result.before.tokens, 14);
  rd_result_dispose(&result);
}
END_TEST

START_TEST(test_reduce__an_event_can_end_it)
{
  struct seen seen = { .answer = RD_ERR_NOSPACE };
  rd_result result;
  rd_error err;
  ck_assert_int_eq(run(&result, &seen, (rd_options){ 0 }, &err),
                   RD_ERR_NOSPACE);
  ck_assert_str_eq(err.message, "no more");
  ck_assert_uint_eq(seen.kinds[RD_EVENT_ACCEPT], 1);
  ck_assert_uint_eq(seen.kinds[RD_EVENT_PASS_BEGIN],
                    seen.kinds[RD_EVENT_PASS_END]);
  ck_assert_uint_lt(result.size, 20);
  rd_result_dispose(&result);
}
END_TEST

START_TEST(test_reduce__refuses_names_it_does_not_know)
{
  struct seen seen = { 0 };
  rd_result result;
  rd_error err;
  const char *const passes[] = { "prume", NULL };
  rd_options options = { .algorithm = "hhd*" };
  ck_assert_int_eq(run(&result, &seen, options, &err), RD_ERR_INVALID);
  ck_assert_ptr_nonnull(strstr(err.message, "did you mean 'hdd*'?"));
  options = (rd_options){ .only_pass = passes };
  ck_assert_int_eq(run(&result, &seen, options, &err), RD_ERR_INVALID);
  ck_assert_str_eq(err.message, "unknown pass 'prume'; did you mean 'prune'?");
  ck_assert_uint_gt(result.size, 0); /* known after the first test only */
  rd_result_dispose(&result);
  options = (rd_options){ .algorithm = "quantum" };
  ck_assert_int_eq(run(&result, &seen, options, &err), RD_ERR_INVALID);
  ck_assert_str_eq(err.message, "unknown algorithm 'quantum'");
  ck_assert_uint_eq(seen.kinds[RD_EVENT_START], 0);
}
END_TEST

START_TEST(test_reduce__runs_the_chosen_passes_alone)
{
  struct seen seen = { 0 };
  rd_result result;
  const char *const passes[] = { "hoist-typed", "windows", "graft", NULL };
  rd_options options = { .skip_pass = passes };
  ck_assert_int_eq(run(&result, &seen, options, NULL), RD_OK);
  ck_assert_str_eq(result.text, "((e))[(k)]");
  rd_result_dispose(&result);
}
END_TEST

START_TEST(test_reduce__refuses_to_run_no_pass)
{
  struct seen seen = { 0 };
  rd_result result;
  rd_error err;
  const char *const passes[] = { "hoist-typed", NULL };
  rd_options options = { .algorithm = "hddh", .only_pass = passes };
  ck_assert_int_eq(run(&result, &seen, options, &err), RD_ERR_INVALID);
  ck_assert_str_eq(err.message, "no pass of algorithm hddh is left; its passes "
                                "are prune, hoist");
  ck_assert_uint_eq(seen.kinds[RD_EVENT_START], 0);
}
END_TEST

START_TEST(test_reduce__refuses_what_is_not_interesting)
{
  struct mini_oracle oracle = { .holds = mini_has_all,
                                .payload = "q",
                                .failed = RD_TIMEOUT };
  rd_result result;
  rd_error err;
  ck_assert_int_eq(mini_reduce(&result, &oracle, "ab", NULL, &err),
                   RD_ERR_NOT_INTERESTING);
  ck_assert_ptr_nonnull(strstr(err.message, "timeout"));
  rd_result_dispose(&result);
  text_free(&oracle.log);
}
END_TEST

START_TEST(test_reduce__refuses_a_verdict_that_there_is_not)
{
  struct mini_oracle oracle = { .holds = mini_has_all,
                                .payload = "q",
                                .failed = RD_VERDICT_COUNT };
  rd_result result;
  ck_assert_int_eq(mini_reduce(&result, &oracle, "ab", NULL, NULL),
                   RD_ERR_INVALID);
  ck_assert_str_eq(result.text, "ab");
  rd_result_dispose(&result);
  text_free(&oracle.log);
}
END_TEST

/* Raises its flag after the first candidate that is interesting. */
static rd_status stop_at_accept(void *payload, const rd_event *event,
                                rd_error *err)
{
  (void)err;
  if (event->kind == RD_EVENT_ACCEPT)
    *(volatile sig_atomic_t *)payload = 1;
  return RD_OK;
}

START_TEST(test_reduce__stops_in_the_midst_with_what_was_accepted)
{
  volatile sig_atomic_t stop = 0;
  struct mini_oracle oracle = { .holds = mini_has_all, .payload = "ek" };
  rd_options options = RD_OPTIONS_INIT;
  options.algorithm = _i ? "perses" : "hdd*";
  options.stop = &stop;
  options.event = stop_at_accept;
  options.event_payload = (void *)(uintptr_t)&stop;
  rd_result result;
  ck_assert_int_eq(
      mini_reduce(&result, &oracle, "ab(cd(ef)g)h[(ijkl)]", &options, NULL),
      RD_ERR_STOPPED);
  ck_assert_uint_eq(result.stats.accepted, 1);
  ck_assert(result.size < 20 && mini_has_all("ek", result.text));
  rd_result_dispose(&result);
  text_free(&oracle.log);
}
END_TEST

static const char *const sharing[] = { "default", "hdd*", "perses" };

START_TEST(test_reduce__answers_are_shared)
{
  rd_options options = RD_OPTIONS_INIT;
  struct mini_oracle oracle = { .holds = mini_has_all, .payload = "e" };
  rd_result first, second;
  options.algorithm = sharing[_i];
  options.answers = rd_answers_new();
  ck_assert(!mini_reduce(&first, &oracle, "ab(cd(ef)g)hi", &options, NULL));
  ck_assert(!mini_reduce(&second, &oracle, "ab(cd(ef)g)hi", &options, NULL));
  ck_assert_str_eq(first.text, second.text);
  ck_assert_uint_gt(first.stats.tests, 1);
  ck_assert_uint_eq(second.stats.tests, 1); /* of the text itself */
  rd_answers_free(options.answers);
  rd_result_dispose(&first);
  rd_result_dispose(&second);
  text_free(&oracle.log);
}
END_TEST

START_TEST(test_reduce__bears_texts_without_tokens)
{
  expect("default", "", "", "");
  expect("hdd*", "", "", "");
  expect("default", "abc", "", "");
}
END_TEST

/* Letters that one longer token may replace. */
static rd_status parse_letters(rd_tree **out, void *payload, const char *view,
                               const char *text, size_t size, uint32_t prepare,
                               rd_error *err)
{
  rd_builder *builder = rd_builder_new(text, size);
  rd_node_spec root = { .phrase = "longer" }, leaf = { 0 };
  (void)payload, (void)view;
  (void)rd_builder_open(builder, &root);
  for (uint32_t i = 0; i < size; i++)
    if (text[i] != ' ')
      (void)rd_builder_leaf(builder, &leaf, i, i + 1);
  rd_builder_close(builder);
  rd_status status = rd_builder_finish(out, builder, prepare, err);
  rd_builder_free(builder);
  return status;
}

START_TEST(test_reduce__never_returns_more_bytes)
{
  static const char *const passes[] = { "prune-typed", NULL };
  struct mini_oracle oracle = { .holds = mini_has_all, .payload = "" };
  rd_oracle interface = mini_interface(&oracle);
  rd_parser parser = { .parse = parse_letters, .lexer = &tokens_lexer };
  rd_options options = RD_OPTIONS_INIT;
  rd_result result;
  options.only_pass = passes;
  ck_assert(!rd_reduce(&result, "a b", 3, &parser, &interface, &options, NULL));
  ck_assert_str_eq(result.text, "a b");
  rd_result_dispose(&result);
  text_free(&oracle.log);
}
END_TEST

/* A parser that remembers what it was asked for first. */
struct first {
  const char *view;
  uint32_t prepare;
};

static rd_status fail_parse(rd_tree **out, void *payload, const char *view,
                            const char *text, size_t size, uint32_t prepare,
                            rd_error *err)
{
  struct first *first = payload;
  (void)out, (void)text, (void)size;
  *first = (struct first){ view, prepare };
  return rd_fail(err, RD_ERR_IO, "no tree today");
}

START_TEST(test_reduce__has_options_of_its_own)
{
  struct mini_oracle oracle = { .holds = mini_has_all, .payload = "a" };
  rd_oracle interface = mini_interface(&oracle);
  struct first asked = { 0 }, said = { 0 };
  rd_parser parser = { .parse = fail_parse,
                       .payload = &asked,
                       .lexer = &tokens_lexer };
  rd_result result;
  ck_assert_int_eq(rd_reduce(&result, "a", 1, &parser, &interface, NULL, NULL),
                   RD_ERR_IO);
  ck_assert_int_eq(rd_first_parse(&said.view, &said.prepare, NULL, NULL),
                   RD_OK);
  ck_assert_uint_eq(said.prepare, asked.prepare);
  ck_assert_ptr_null(said.view);
  rd_result_dispose(&result);
  text_free(&oracle.log);
}
END_TEST

START_TEST(test_reduce__says_what_it_parses_first)
{
  static const char *const algorithms[] = { NULL, "hdd*", "ddmin-line" };
  struct mini_oracle oracle = { .holds = mini_has_all, .payload = "a" };
  rd_oracle interface = mini_interface(&oracle);
  rd_options options = RD_OPTIONS_INIT;
  options.algorithm = algorithms[_i];
  options.prepare_off = RD_HIDE;
  struct first asked = { 0 }, said = { 0 };
  rd_parser parser = { .parse = fail_parse,
                       .payload = &asked,
                       .lexer = &tokens_lexer };
  rd_result result;
  ck_assert_int_eq(
      rd_reduce(&result, "a", 1, &parser, &interface, &options, NULL),
      RD_ERR_IO);
  ck_assert_int_eq(rd_first_parse(&said.view, &said.prepare, &options, NULL),
                   RD_OK);
  ck_assert_uint_eq(said.prepare, asked.prepare);
  ck_assert_pstr_eq(said.view, asked.view);
  rd_result_dispose(&result);
  text_free(&oracle.log);
  options.algorithm = "none";
  ck_assert_int_eq(rd_first_parse(&said.view, &said.prepare, &options, NULL),
                   RD_ERR_INVALID);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("reduce");
  TCase *tcase = tcase_create("reduce");
  suite_add_tcase(suite, tcase);
  tcase_add_loop_test(tcase, test_reduce__every_algorithm_reaches_its_minimum,
                      0, (int)(sizeof rows / sizeof *rows));
  tcase_add_test(tcase, test_reduce__events_tell_the_whole_story);
  tcase_add_loop_test(
      tcase, test_reduce__stops_after_so_many_tests_with_the_best_text, 1, 12);
  tcase_add_test(tcase, test_reduce__stops_when_told_to);
  tcase_add_test(tcase, test_reduce__an_event_can_end_it);
  tcase_add_test(tcase, test_reduce__refuses_names_it_does_not_know);
  tcase_add_test(tcase, test_reduce__runs_the_chosen_passes_alone);
  tcase_add_test(tcase, test_reduce__refuses_to_run_no_pass);
  tcase_add_test(tcase, test_reduce__refuses_what_is_not_interesting);
  tcase_add_test(tcase, test_reduce__refuses_a_verdict_that_there_is_not);
  tcase_add_loop_test(
      tcase, test_reduce__stops_in_the_midst_with_what_was_accepted, 0, 2);
  tcase_add_test(tcase, test_reduce__bears_texts_without_tokens);
  tcase_add_test(tcase, test_reduce__never_returns_more_bytes);
  tcase_add_loop_test(tcase, test_reduce__answers_are_shared, 0,
                      sizeof sharing / sizeof *sharing);
  tcase_add_test(tcase, test_reduce__has_options_of_its_own);
  tcase_add_loop_test(tcase, test_reduce__says_what_it_parses_first, 0, 3);
  return run_suite(suite);
}
