/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The faster ways to a verdict give the same one, and what is kept of tests. */
#include "crash_oracle_fixture.h"

/* ---- faster modes ---- */

static strings said;

static void keep_notice(void *payload, const char *line)
{
  (void)payload;
  strings_add(&said, line);
}

static crash_options with_modes(void)
{
  crash_options crash = options();
  crash.compiler = &with.compiler;
  crash.original = fake_source("int bug;");
  crash.notice = keep_notice;
  crash.no_zygote = true;
  return crash;
}

/* Tests try ways by themselves, but not so early. */
static crash_oracle *new_with_modes(const crash_options *crash)
{
  crash_oracle *oracle = crash_oracle_new(crash);
  ck_assert_int_eq(crash_oracle_try_exec_modes(oracle, NULL), RD_OK);
  return oracle;
}

static rd_verdict ask_freely(crash_oracle *oracle, const char *bytes)
{
  rd_verdict verdict = RD_VERDICT_COUNT;
  (void)begin(oracle, bytes);
  (void)end(&verdict, oracle);
  return verdict;
}

START_TEST(test_crash_oracle_modes__driver_is_left_out)
{
  crash_options crash = with_modes();
  crash_oracle *oracle = new_with_modes(&crash);
  const crash_stats *stats = crash_oracle_stats(oracle);
  ck_assert_int_eq(ask_freely(oracle, "a bug"), RD_INTERESTING);
  (void)crash_oracle_stats(oracle);
  ck_assert_uint_eq(stats->modes[EXEC_SPAWN].runs, 2);   /* and the original */
  ck_assert_uint_eq(stats->modes[EXEC_COMMAND].runs, 1); /* to confirm it */
  ck_assert_uint_eq(stats->confirmed, 1);
  ck_assert_int_eq(ask(oracle, "a bug"), RD_INTERESTING);
  (void)crash_oracle_stats(oracle);
  ck_assert_uint_eq(stats->modes[EXEC_SPAWN].runs, 2);
  ck_assert_uint_eq(stats->modes[EXEC_COMMAND].runs, 2);
  crash_oracle_free(oracle);
}
END_TEST

START_TEST(test_crash_oracle_modes__way_that_contradicts_is_left)
{
  crash_options crash = with_modes();
  crash_oracle *oracle = new_with_modes(&crash);
  const crash_stats *stats = crash_oracle_stats(oracle);
  /* Only without its driver does the compiler crash on this. */
  ck_assert_int_eq(ask_freely(oracle, "liar"), RD_UNINTERESTING);
  ck_assert_uint_eq(stats->contradicted, 1);
  ck_assert_uint_eq(said.size, 1);
  ck_assert_int_eq(crash_oracle_exec_modes(oracle)->states[EXEC_SPAWN],
                   EXEC_OFF);
  ck_assert_int_eq(ask_freely(oracle, "liar bug"), RD_INTERESTING);
  (void)crash_oracle_stats(oracle);
  ck_assert_uint_eq(stats->modes[EXEC_SPAWN].runs, 2);
  crash_oracle_free(oracle);
  strings_free(&said);
}
END_TEST

START_TEST(test_crash_oracle_modes__rejections_are_sampled)
{
  crash_options crash = with_modes();
  crash_oracle *oracle = new_with_modes(&crash);
  const crash_stats *stats = crash_oracle_stats(oracle);
  for (int i = 0; i < 300 && !stats->confirmed; i++) {
    char *text = mem_format("nothing %d", i);
    ck_assert_int_eq(ask_freely(oracle, text), RD_UNINTERESTING);
    free(text);
  }
  ck_assert_uint_eq(stats->confirmed, 1);
  ck_assert_uint_eq(stats->contradicted, 0);
  crash_oracle_free(oracle);
}
END_TEST

START_TEST(test_crash_oracle_modes__command_alone_is_taken_where_it_is_cheaper)
{
  crash_options crash = with_modes();
  crash_oracle *oracle = crash_oracle_new(&crash);
  const crash_stats *stats = crash_oracle_stats(oracle);
  for (int i = 0; i < 80; i++) /* all are accepted, and no way is cheaper */
    ck_assert_int_eq(ask_freely(oracle, "bug"), RD_INTERESTING);
  (void)crash_oracle_stats(oracle);
  ck_assert_uint_gt(stats->modes[EXEC_SPAWN].runs, 0);
  ck_assert_uint_lt(stats->modes[EXEC_SPAWN].runs, 60);
  ck_assert_uint_eq(stats->modes[EXEC_COMMAND].runs, 80);
  crash_oracle_free(oracle);
}
END_TEST

START_TEST(test_crash_oracle_modes__way_has_to_show_the_original_crash)
{
  crash_options crash = with_modes();
  crash.original = fake_source("int silent, bug;");
  crash_oracle *oracle = crash_oracle_new(&crash);
  ck_assert_int_eq(crash_oracle_try_exec_modes(oracle, NULL), RD_OK);
  const exec_modes *of = crash_oracle_exec_modes(oracle);
  ck_assert_int_eq(of->states[EXEC_SPAWN], EXEC_OFF);
  ck_assert_ptr_nonnull(strstr(of->reasons[EXEC_SPAWN], "same crash"));
  ck_assert_ptr_nonnull(strstr(of->reasons[EXEC_ZYGOTE], "--no-zygote"));
  ck_assert_int_eq(ask_freely(oracle, "silent bug"), RD_INTERESTING);
  crash_oracle_free(oracle);
}
END_TEST

START_TEST(test_crash_oracle_modes__verdict_is_the_same_however_it_is_had)
{
  static const char *const texts[] = { "asm",        "late", "late bug",
                                       "late other", "bad",  "other" };
  static const rd_verdict verdicts[] = { RD_UNINTERESTING, RD_INVALID,
                                         RD_INVALID,       RD_INVALID,
                                         RD_INVALID,       RD_UNINTERESTING };
  strings none = { 0 };
  crash_options crash = with_modes();
  crash.errors = &none;
  crash_oracle *oracle = crash_oracle_new(&crash);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    ck_assert_msg(ask_freely(oracle, texts[i]) == verdicts[i], "%s",
                  texts[i]);                              /* by the command */
    ck_assert_int_eq(ask(oracle, texts[i]), verdicts[i]); /* thorough */
  }
  ck_assert_int_eq(crash_oracle_try_exec_modes(oracle, NULL), RD_OK);
  for (size_t i = 0; i < 8 * sizeof texts / sizeof *texts;
       i++) /* one is spawned */
    ck_assert_int_eq(ask_freely(oracle, texts[i / 8]), verdicts[i / 8]);
  const crash_stats *stats = crash_oracle_stats(oracle);
  ck_assert_uint_gt(stats->modes[EXEC_SPAWN].runs, 6);
  ck_assert_uint_eq(stats->contradicted, 0);
  crash_oracle_free(oracle);
}
END_TEST

START_TEST(test_crash_oracle_modes__errors_of_the_original_reject_nothing)
{
  rd_run run = { 0 };
  source text = fake_source("late bug");
  rd_limits limits = { .wall_ms = 10000 };
  ck_assert_int_eq(runner_run(&run, &with.run, strings_argv(&with.argv), &text,
                              &limits, NULL),
                   RD_OK);
  signature_dispose(&expected);
  signature_find(&expected, &run);
  rd_run_dispose(&run);
  ck_assert_uint_eq(expected.errors.size, 1);
  crash_options crash = options();
  crash_oracle *oracle = crash_oracle_new(&crash);
  ck_assert_int_eq(ask(oracle, "late bug"), RD_INTERESTING);
  ck_assert_int_eq(ask(oracle, "late"), RD_UNINTERESTING);
  ck_assert_int_eq(ask(oracle, "late other"), RD_UNINTERESTING);
  ck_assert_int_eq(ask(oracle, "bad"), RD_INVALID);
  crash_oracle_free(oracle);
}
END_TEST

/* ---- what is kept ---- */

START_TEST(test_crash_oracle_modes__tests_are_kept)
{
  crash_options crash = options();
  char *temps = mem_format("%s/in.hdd/temps", with.run.kept);
  crash.temps_folder = temps;
  crash_oracle *oracle = crash_oracle_new(&crash);
  ck_assert_int_eq(ask(oracle, "bug"), RD_INTERESTING);
  ck_assert_int_eq(ask(oracle, "bad"), RD_INVALID);
  crash_oracle_free(oracle);
  char *text = mem_format("%s/000000-interesting/in.c", temps);
  char *output = mem_format("%s/000001-invalid/output", temps);
  char *bytes = NULL;
  size_t size = 0;
  ck_assert_int_eq(file_read(&bytes, &size, text, NULL), RD_OK);
  ck_assert_str_eq(bytes, "bug");
  free(bytes);
  ck_assert_int_eq(file_read(&bytes, &size, output, NULL), RD_OK);
  ck_assert_int_eq(bytes[0], '$');
  ck_assert_ptr_nonnull(strstr(bytes, "'bad' undeclared"));
  free(bytes);
  free(output);
  free(text);
  free(temps);
}
END_TEST

START_TEST(test_crash_oracle_modes__also_interesting_texts_are_kept_once)
{
  crash_options crash = options();
  char *also = mem_format("%s/in.hdd/also-interesting", with.run.kept);
  crash.also_folder = also;
  crash.also_status = 1;
  crash_oracle *oracle = crash_oracle_new(&crash);
  ck_assert_int_eq(ask(oracle, "bad"), RD_INVALID);
  ck_assert_int_eq(ask(oracle, "bad"), RD_INVALID);
  ck_assert_int_eq(ask(oracle, "bad bad"), RD_INVALID);
  ck_assert_int_eq(ask(oracle, "bug"), RD_INTERESTING);
  ck_assert_int_eq(ask(oracle, "nothing"), RD_UNINTERESTING);
  crash_oracle_free(oracle);
  char *second_text = mem_format("%s/0002.c", also), *bytes = NULL;
  size_t size = 0;
  ck_assert_int_eq(file_read(&bytes, &size, second_text, NULL), RD_OK);
  ck_assert_str_eq(bytes, "bad bad");
  char *third = mem_format("%s/0003.c", also);
  ck_assert(!path_exists(third));
  free(third);
  free(bytes);
  free(second_text);
  free(also);
}
END_TEST

START_TEST(test_crash_oracle_modes__judge_has_the_last_word)
{
  crash_options crash = options();
  char *reference = mem_format("%s/fake-gcc -fsyntax-only", with.run.kept);
  judge_options judging = { .run = &with.run,
                            .reference = reference,
                            .file = "in.c",
                            .cwd = "/tmp",
                            .limits = { .wall_ms = 10000 } };
  source original = fake_source("bug");
  ck_assert_int_eq(judge_find(&crash.judge, &judging, &original, NULL), RD_OK);
  regex_t any;
  ck_assert_int_eq(regcomp(&any, "undeclared", REG_EXTENDED), 0);
  crash.property = PROPERTY_PATTERN;
  crash.pattern = &any;
  crash_oracle *oracle = crash_oracle_new(&crash);
  ck_assert_int_eq(ask(oracle, "bad"), RD_OVERRULED);
  ck_assert_int_eq(ask(oracle, "good"), RD_UNINTERESTING);
  crash_oracle_free(oracle);
  judge_free(crash.judge);
  regfree(&any);
  free(reference);
}
END_TEST

static rd_verdict ask_judged_by(const char *reference)
{
  crash_options crash = options();
  judge_options judging = { .run = &with.run,
                            .reference = reference,
                            .file = "in.c",
                            .cwd = "/tmp",
                            .limits = { .wall_ms = 10000 } };
  source original = fake_source("bug");
  ck_assert_int_eq(judge_find(&crash.judge, &judging, &original, NULL), RD_OK);
  crash_oracle *oracle = crash_oracle_new(&crash);
  rd_verdict verdict = ask(oracle, "bad");
  crash_oracle_free(oracle);
  judge_free(crash.judge);
  return verdict;
}

START_TEST(test_crash_oracle_modes__judge_says_whether_errors_count)
{
  char *reference = mem_format("%s/fake-gcc -fsyntax-only", with.run.kept);
  ck_assert_int_eq(ask_judged_by(reference), RD_INVALID);
  ck_assert_int_eq(ask_judged_by("/bin/true"), RD_UNINTERESTING);
  free(reference);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_crash_oracle_modes__driver_is_left_out,
    &test_crash_oracle_modes__way_that_contradicts_is_left,
    &test_crash_oracle_modes__rejections_are_sampled,
    &test_crash_oracle_modes__command_alone_is_taken_where_it_is_cheaper,
    &test_crash_oracle_modes__way_has_to_show_the_original_crash,
    &test_crash_oracle_modes__verdict_is_the_same_however_it_is_had,
    &test_crash_oracle_modes__errors_of_the_original_reject_nothing,
    &test_crash_oracle_modes__tests_are_kept,
    &test_crash_oracle_modes__also_interesting_texts_are_kept_once,
    &test_crash_oracle_modes__judge_has_the_last_word,
    &test_crash_oracle_modes__judge_says_whether_errors_count,
  };
  return run_fixture("crash_oracle_modes", tests, sizeof tests / sizeof *tests,
                     set_up, tear_down);
}
