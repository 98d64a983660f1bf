/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The oracle tells the same crash from all else, and counts what it costs. */
#include "compiler/crash_oracle.h"

#include "fake_compiler.h"
#include "run_fixture.h"

static fake with;
static signature expected;
static regex_t pattern;
static runner *slots[2];
static runner second; /* for the tests with two slots */

static void set_up(void)
{
  fake_set_up(&with, "-O2");
  rd_run run = { 0 };
  source bug = fake_source("int bug;");
  rd_limits limits = { .wall_ms = 10000 };
  ck_assert_int_eq(runner_run(&run, &with.run, strings_argv(&with.argv), &bug,
                              &limits, NULL),
                   RD_OK);
  signature_find(&expected, &run);
  ck_assert(signature_is_crash(&expected));
  rd_run_dispose(&run);
  ck_assert_int_eq(
      regcomp(&pattern, "in [a-z]+, at", REG_EXTENDED | REG_NEWLINE), 0);
}

static void tear_down(void)
{
  regfree(&pattern);
  signature_dispose(&expected);
  fake_tear_down(&with);
}

static crash_options options(void)
{
  slots[0] = &with.run;
  return (crash_options){ .slots = slots,
                          .slot_count = 1,
                          .argv = strings_argv(&with.argv),
                          .name = "in.c",
                          .expected = &expected,
                          .limits = { .wall_ms = 10000 } };
}

/* The verdict on a text; RD_VERDICT_COUNT for an error. */
static rd_verdict ask(crash_oracle *oracle, const char *bytes)
{
  rd_verdict verdict = RD_VERDICT_COUNT;
  if (crash_oracle_test(&verdict, oracle, bytes, strlen(bytes), NULL))
    return RD_VERDICT_COUNT;
  return verdict;
}

START_TEST(test_crash_oracle__same_crash_is_interesting)
{
  crash_options crash = options();
  crash_oracle *oracle = crash_oracle_new(&crash);
  ck_assert_int_eq(ask(oracle, "a bug b"), RD_INTERESTING);
  ck_assert_int_eq(ask(oracle, "nothing"), RD_UNINTERESTING);
  ck_assert_int_eq(ask(oracle, "bug bad"), RD_INVALID);
  ck_assert_uint_eq(crash_oracle_stats(oracle)->runs, 3);
  crash_oracle_free(oracle);
}
END_TEST

START_TEST(test_crash_oracle__original_is_not_run_again)
{
  crash_options crash = options();
  crash.original = fake_source("a bug b");
  crash.proved = true;
  crash_oracle *oracle = crash_oracle_new(&crash);
  const rd_oracle *interface = crash_oracle_interface(oracle);
  rd_ticket ticket, ended;
  rd_verdict verdict = RD_VERDICT_COUNT;
  ck_assert(
      !interface->submit(&ticket, interface->payload, "a bug b", 7, NULL));
  ck_assert(!interface->wait(&ended, &verdict, interface->payload, NULL));
  ck_assert_uint_eq(ended, ticket);
  ck_assert_int_eq(verdict, RD_INTERESTING);
  ck_assert_uint_eq(crash_oracle_stats(oracle)->runs, 0);
  ck_assert(!interface->submit(&ticket, interface->payload, "a bug", 5, NULL));
  ck_assert(!interface->wait(&ended, &verdict, interface->payload, NULL));
  ck_assert_uint_eq(crash_oracle_stats(oracle)->runs, 1);
  /* The final check is one. */
  ck_assert_int_eq(ask(oracle, "a bug b"), RD_INTERESTING);
  ck_assert_uint_eq(crash_oracle_stats(oracle)->runs, 2);
  crash_oracle_free(oracle);
}
END_TEST

static bool says_two(void *payload, const char *output, size_t size)
{
  (void)size;
  *(size_t *)payload += 1;
  return strstr(output, "two") != NULL;
}

START_TEST(test_crash_oracle__run_ends_when_it_said_enough)
{
  static const char *const argv[] = { "sh", "-c",
                                      "echo one; echo two; sleep 30", NULL };
  rd_limits limits = { .wall_ms = 20000 };
  source none = { 0 };
  rd_run run = { 0 };
  size_t looks = 0;
  ck_assert(!runner_run_until(&run, &with.run, argv, &none, &limits, says_two,
                              &looks, NULL));
  ck_assert_int_eq(run.end, RD_END_CANCELLED);
  ck_assert_str_eq(run.output, "one\ntwo\n");
  ck_assert_uint_gt(looks, 0);
  rd_run_dispose(&run);
}
END_TEST

START_TEST(test_crash_oracle__other_crash_can_be_taken_once)
{
  crash_options crash = options();
  crash_oracle *oracle = crash_oracle_new(&crash);
  ck_assert_int_ne(ask(oracle, "other"), RD_INTERESTING);
  ck_assert_int_ne(ask(oracle, "other other"), RD_INTERESTING);
  ck_assert_int_eq(ask(oracle, "bug"), RD_INTERESTING);
  ck_assert_ptr_null(crash_oracle_take_other(oracle, "bug", 3));
  ck_assert_ptr_null(crash_oracle_take_other(oracle, "otter", 5));
  const char *first = crash_oracle_take_other(oracle, "other", 5);
  ck_assert_str_eq(first, "internal compiler error: in other, at o.cc:2");
  ck_assert_ptr_null(crash_oracle_take_other(oracle, "other", 5));
  ck_assert_ptr_eq(crash_oracle_take_other(oracle, "other other", 11), first);
  crash_oracle_free(oracle);
}
END_TEST

START_TEST(test_crash_oracle__pattern_is_required_too)
{
  crash_options crash = options();
  regex_t never;
  ck_assert_int_eq(regcomp(&never, "no such thing", REG_EXTENDED), 0);
  crash.pattern = &never;
  crash_oracle *oracle = crash_oracle_new(&crash);
  ck_assert_int_ne(ask(oracle, "bug"), RD_INTERESTING);
  crash_oracle_free(oracle);
  crash.pattern = &pattern;
  oracle = crash_oracle_new(&crash);
  ck_assert_int_eq(ask(oracle, "bug"), RD_INTERESTING);
  crash_oracle_free(oracle);
  regfree(&never);
}
END_TEST

START_TEST(test_crash_oracle__pattern_alone_takes_any_crash)
{
  crash_options crash = options();
  crash.property = PROPERTY_PATTERN;
  crash.pattern = &pattern;
  crash_oracle *oracle = crash_oracle_new(&crash);
  ck_assert_int_eq(ask(oracle, "other"), RD_INTERESTING);
  ck_assert_int_eq(ask(oracle, "bad"), RD_INVALID);
  crash_oracle_free(oracle);
}
END_TEST

START_TEST(test_crash_oracle__timeout_is_repeated_once)
{
  crash_options crash = options();
  crash.limits.wall_ms = 300;
  crash_oracle *oracle = crash_oracle_new(&crash);
  ck_assert_int_eq(ask(oracle, "sleep bug"), RD_TIMEOUT);
  ck_assert_uint_eq(crash_oracle_stats(oracle)->runs, 2);
  crash_oracle_free(oracle);
}
END_TEST

START_TEST(test_crash_oracle__hang_can_be_the_property)
{
  crash_options crash = options();
  crash.property = PROPERTY_HANG;
  crash.limits.wall_ms = 500;
  crash_oracle *oracle = crash_oracle_new(&crash);
  ck_assert_int_eq(ask(oracle, "sleep"), RD_INTERESTING);
  ck_assert_uint_eq(crash_oracle_stats(oracle)->runs, 1);
  crash_oracle_free(oracle);
}
END_TEST

START_TEST(test_crash_oracle__full_disk_is_an_error)
{
  crash_options crash = options();
  crash_oracle *oracle = crash_oracle_new(&crash);
  rd_verdict verdict;
  rd_error err;
  ck_assert_int_eq(crash_oracle_test(&verdict, oracle, "full", 4, &err),
                   RD_ERR_NOSPACE);
  crash_oracle_free(oracle);
}
END_TEST

START_TEST(test_crash_oracle__lost_compiler_is_an_error)
{
  crash_options crash = options();
  char *path = mem_format("%s/fake-gcc", with.run.kept);
  ck_assert_int_eq(unlink(path), 0);
  free(path);
  crash_oracle *oracle = crash_oracle_new(&crash);
  rd_verdict verdict;
  ck_assert_int_ne(crash_oracle_test(&verdict, oracle, "bug", 3, NULL), RD_OK);
  crash_oracle_free(oracle);
}
END_TEST

START_TEST(test_crash_oracle__stop_ends_a_wait)
{
  static volatile sig_atomic_t stop;
  with.run.stop = &stop;
  crash_options crash = options();
  crash_oracle *oracle = crash_oracle_new(&crash);
  const rd_oracle *asked = crash_oracle_interface(oracle);
  rd_ticket ticket;
  rd_verdict verdict;
  ck_assert_int_eq(asked->submit(&ticket, asked->payload, "sleep", 5, NULL),
                   RD_OK);
  stop = 1;
  ck_assert_int_eq(asked->wait(&ticket, &verdict, asked->payload, NULL),
                   RD_ERR_STOPPED);
  crash_oracle_free(oracle);
}
END_TEST

START_TEST(test_crash_oracle__cancelled_test_leaves_it_ready)
{
  crash_options crash = options();
  crash_oracle *oracle = crash_oracle_new(&crash);
  const rd_oracle *asked = crash_oracle_interface(oracle);
  rd_ticket ticket;
  ck_assert_int_eq(asked->submit(&ticket, asked->payload, "sleep", 5, NULL),
                   RD_OK);
  asked->cancel(asked->payload, ticket);
  ck_assert_int_eq(ask(oracle, "bug"), RD_INTERESTING);
  crash_oracle_free(oracle);
}
END_TEST

/* ---- several at a time ---- */

static crash_options two_slots(void)
{
  crash_options crash = options();
  ck_assert_int_eq(runner_init(&second, NULL), RD_OK);
  slots[1] = &second;
  crash.slot_count = 2;
  return crash;
}

static rd_ticket begin(crash_oracle *oracle, const char *bytes)
{
  const rd_oracle *asked = crash_oracle_interface(oracle);
  rd_ticket ticket = 0;
  ck_assert_int_eq(
      asked->submit(&ticket, asked->payload, bytes, strlen(bytes), NULL),
      RD_OK);
  return ticket;
}

static rd_ticket end(rd_verdict *out, crash_oracle *oracle)
{
  const rd_oracle *asked = crash_oracle_interface(oracle);
  rd_ticket ticket = 0;
  ck_assert_int_eq(asked->wait(&ticket, out, asked->payload, NULL), RD_OK);
  return ticket;
}

START_TEST(test_crash_oracle__slots_work_side_by_side)
{
  crash_options crash = two_slots();
  crash_oracle *oracle = crash_oracle_new(&crash);
  ck_assert_uint_eq(crash_oracle_interface(oracle)->capacity, 2);
  rd_ticket hangs = begin(oracle, "sleep"), bug = begin(oracle, "bug");
  rd_verdict verdict;
  ck_assert_uint_eq(end(&verdict, oracle), bug);
  ck_assert_int_eq(verdict, RD_INTERESTING);
  rd_ticket bad = begin(oracle, "bad");
  ck_assert_uint_eq(end(&verdict, oracle), bad);
  ck_assert_int_eq(verdict, RD_INVALID);
  const rd_oracle *asked = crash_oracle_interface(oracle);
  asked->cancel(asked->payload, hangs);
  ck_assert_int_eq(asked->wait(&bad, &verdict, asked->payload, NULL),
                   RD_ERR_INVALID);
  crash_oracle_free(oracle);
  runner_dispose(&second);
}
END_TEST

START_TEST(test_crash_oracle__settled_slots_are_free_for_others)
{
  crash_options crash = two_slots();
  for (int i = 0; i < 5; i++) {
    crash_oracle *oracle = crash_oracle_new(&crash);
    const rd_oracle *asked = crash_oracle_interface(oracle);
    rd_ticket first = begin(oracle, "sleep"), other = begin(oracle, "sleep");
    asked->cancel(asked->payload, first);
    asked->cancel(asked->payload, other);
    ck_assert(!crash_oracle_settle(oracle, NULL));
    crash_oracle *next = crash_oracle_new(&crash);
    ck_assert_int_eq(ask(next, "bug"), RD_INTERESTING);
    ck_assert_int_eq(ask(next, "bad"), RD_INVALID);
    crash_oracle_free(next);
    crash_oracle_free(oracle);
  }
  runner_dispose(&second);
}
END_TEST

START_TEST(test_crash_oracle__cancelled_slots_are_used_again)
{
  crash_options crash = two_slots();
  crash_oracle *oracle = crash_oracle_new(&crash);
  const rd_oracle *asked = crash_oracle_interface(oracle);
  for (int i = 0; i < 5; i++) {
    rd_ticket first = begin(oracle, "sleep"), other = begin(oracle, "sleep");
    asked->cancel(asked->payload, first);
    asked->cancel(asked->payload, other);
  }
  rd_ticket bug = begin(oracle, "bug");
  rd_verdict verdict;
  ck_assert_uint_eq(end(&verdict, oracle), bug);
  ck_assert_int_eq(verdict, RD_INTERESTING);
  crash_oracle_free(oracle);
  runner_dispose(&second);
}
END_TEST

START_TEST(test_crash_oracle__timeout_is_repeated_alone)
{
  crash_options crash = two_slots();
  crash.limits.wall_ms = 300;
  crash_oracle *oracle = crash_oracle_new(&crash);
  rd_ticket hangs = begin(oracle, "sleep");
  rd_verdict verdict;
  int others = 0;
  for (;
       ;) { /* whatever is submitted meanwhile does not keep it from its turn */
    rd_ticket bug = begin(oracle, "bug");
    if (end(&verdict, oracle) == hangs)
      break;
    ck_assert_int_eq(verdict, RD_INTERESTING);
    ck_assert_uint_ge(bug, hangs);
    others++;
  }
  ck_assert_int_eq(verdict, RD_TIMEOUT);
  ck_assert_uint_ge(crash_oracle_stats(oracle)->modes[EXEC_COMMAND].wall_us,
                    900 * 1000); /* the second time with twice the limit */
  (void)end(&verdict, oracle);
  ck_assert_int_eq(verdict, RD_INTERESTING);
  ck_assert_uint_eq(crash_oracle_stats(oracle)->runs, (unsigned)others + 3);
  crash_oracle_free(oracle);
  runner_dispose(&second);
}
END_TEST

/* ---- accidents ---- */

START_TEST(test_crash_oracle__dead_keeper_is_replaced_once)
{
  crash_options crash = options();
  crash_oracle *oracle = crash_oracle_new(&crash);
  ck_assert_int_eq(ask(oracle, "orphan bug"), RD_INTERESTING);
  ck_assert_int_eq(ask(oracle, "bug"), RD_INTERESTING);
  rd_verdict verdict;
  ck_assert_int_eq(crash_oracle_test(&verdict, oracle, "orphans", 7, NULL),
                   RD_ERR_DIED);
  crash_oracle_free(oracle);
}
END_TEST

static int idled;

static void count_idle(void *payload)
{
  (void)payload;
  idled++;
}

START_TEST(test_crash_oracle__idle_is_called_during_a_wait)
{
  crash_options crash = options();
  crash.limits.wall_ms = 1000;
  crash.property = PROPERTY_HANG;
  crash.idle = count_idle;
  idled = 0;
  crash_oracle *oracle = crash_oracle_new(&crash);
  ck_assert_int_eq(ask(oracle, "sleep"), RD_INTERESTING);
  ck_assert_int_ge(idled, 4);
  crash_oracle_free(oracle);
}
END_TEST

START_TEST(test_crash_oracle__majority_decides)
{
  crash_options crash = options();
  crash.repeat = 3;
  crash_oracle *oracle = crash_oracle_new(&crash);
  ck_assert_int_eq(ask(oracle, "bug"), RD_INTERESTING);
  ck_assert_uint_eq(crash_oracle_stats(oracle)->runs, 2);
  /* Does not crash the first time. */
  ck_assert_int_eq(ask(oracle, "shy bug"), RD_INTERESTING);
  ck_assert_uint_eq(crash_oracle_stats(oracle)->runs, 5);
  crash_oracle_free(oracle);
}
END_TEST

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

START_TEST(test_crash_oracle__driver_is_left_out)
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

START_TEST(test_crash_oracle__way_that_contradicts_is_left)
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

START_TEST(test_crash_oracle__rejections_are_sampled)
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

START_TEST(test_crash_oracle__command_alone_is_taken_where_it_is_cheaper)
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

START_TEST(test_crash_oracle__way_has_to_show_the_original_crash)
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

START_TEST(test_crash_oracle__verdict_is_the_same_however_it_is_had)
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

START_TEST(test_crash_oracle__errors_of_the_original_reject_nothing)
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

START_TEST(test_crash_oracle__tests_are_kept)
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

START_TEST(test_crash_oracle__also_interesting_texts_are_kept_once)
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

START_TEST(test_crash_oracle__judge_has_the_last_word)
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

int main(void)
{
  static const fixture_test tests[] = {
    &test_crash_oracle__same_crash_is_interesting,
    &test_crash_oracle__original_is_not_run_again,
    &test_crash_oracle__run_ends_when_it_said_enough,
    &test_crash_oracle__other_crash_can_be_taken_once,
    &test_crash_oracle__pattern_is_required_too,
    &test_crash_oracle__pattern_alone_takes_any_crash,
    &test_crash_oracle__timeout_is_repeated_once,
    &test_crash_oracle__hang_can_be_the_property,
    &test_crash_oracle__full_disk_is_an_error,
    &test_crash_oracle__lost_compiler_is_an_error,
    &test_crash_oracle__stop_ends_a_wait,
    &test_crash_oracle__cancelled_test_leaves_it_ready,
    &test_crash_oracle__slots_work_side_by_side,
    &test_crash_oracle__settled_slots_are_free_for_others,
    &test_crash_oracle__cancelled_slots_are_used_again,
    &test_crash_oracle__timeout_is_repeated_alone,
    &test_crash_oracle__dead_keeper_is_replaced_once,
    &test_crash_oracle__idle_is_called_during_a_wait,
    &test_crash_oracle__majority_decides,
    &test_crash_oracle__driver_is_left_out,
    &test_crash_oracle__way_that_contradicts_is_left,
    &test_crash_oracle__rejections_are_sampled,
    &test_crash_oracle__command_alone_is_taken_where_it_is_cheaper,
    &test_crash_oracle__way_has_to_show_the_original_crash,
    &test_crash_oracle__verdict_is_the_same_however_it_is_had,
    &test_crash_oracle__errors_of_the_original_reject_nothing,
    &test_crash_oracle__tests_are_kept,
    &test_crash_oracle__also_interesting_texts_are_kept_once,
    &test_crash_oracle__judge_has_the_last_word,
  };
  return run_fixture("crash_oracle", tests, sizeof tests / sizeof *tests,
                     set_up, tear_down);
}
