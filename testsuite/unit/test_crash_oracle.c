/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The oracle tells the same crash from all else, and counts what it costs. */
#include "compiler/crash_oracle.h"

#include "fake_compiler.h"
#include "run_fixture.h"

static fake with;
static signature expected;
static regex_t pattern;

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
  return (crash_options){ .run = &with.run,
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

START_TEST(test_crash_oracle__other_crash_is_noted_once)
{
  crash_options crash = options();
  crash_oracle *oracle = crash_oracle_new(&crash);
  ck_assert_int_ne(ask(oracle, "other"), RD_INTERESTING);
  ck_assert_int_ne(ask(oracle, "other other"), RD_INTERESTING);
  const strings *others = &crash_oracle_stats(oracle)->others;
  ck_assert_uint_eq(others->size, 1);
  ck_assert_str_eq(others->data[0],
                   "internal compiler error: in other, at o.cc:2");
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
  ck_assert_int_eq(ask(oracle, "bad"), RD_INVALID);
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
    &test_crash_oracle__other_crash_is_noted_once,
    &test_crash_oracle__pattern_is_required_too,
    &test_crash_oracle__pattern_alone_takes_any_crash,
    &test_crash_oracle__timeout_is_repeated_once,
    &test_crash_oracle__hang_can_be_the_property,
    &test_crash_oracle__full_disk_is_an_error,
    &test_crash_oracle__lost_compiler_is_an_error,
    &test_crash_oracle__stop_ends_a_wait,
    &test_crash_oracle__cancelled_test_leaves_it_ready,
    &test_crash_oracle__judge_has_the_last_word,
  };
  return run_fixture("crash_oracle", tests, sizeof tests / sizeof *tests,
                     set_up, tear_down);
}
