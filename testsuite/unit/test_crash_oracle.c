/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The oracle tells the same crash from all else, and counts what it costs. */
#include "crash_oracle_fixture.h"

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

/* CPU time of a crash and of a run that does not end, where the original took so
 * much. */
static uint64_t give_up_us(uint64_t original_us)
{
  crash_options crash = options();
  crash.limits = (rd_limits){ .wall_ms = 60000, .cpu_ms = 60000 };
  crash.follows = true;
  crash.usual_us = original_us;
  crash_oracle *oracle = crash_oracle_new(&crash);
  ck_assert_int_eq(ask(oracle, "bug"), RD_INTERESTING);
  ck_assert_int_eq(ask(oracle, "spin bug"), RD_TIMEOUT);
  const crash_stats *stats = crash_oracle_stats(oracle);
  ck_assert_uint_eq(stats->runs, 2);
  uint64_t us = stats->modes[EXEC_COMMAND].cpu_us;
  crash_oracle_free(oracle);
  return us;
}

START_TEST(test_crash_oracle__gives_up_what_takes_far_longer_than_the_crash)
{
  ck_assert_uint_ge(give_up_us(500000), 1000000);
  uint64_t soon = give_up_us(1000);
  ck_assert(soon >= 250000 && soon < 1000000);
}
END_TEST

/* The first run ends by the clock, with less than the 250 ms that would end it. */
START_TEST(test_crash_oracle__a_second_run_is_given_up_too)
{
  crash_options crash = options();
  crash.limits = (rd_limits){ .wall_ms = 240, .cpu_ms = 60000 };
  crash.follows = true;
  crash.usual_us = 1000;
  crash_oracle *oracle = crash_oracle_new(&crash);
  const crash_stats *stats = crash_oracle_stats(oracle);
  ck_assert_int_eq(ask(oracle, "bug"), RD_INTERESTING);
  uint64_t start_us = stats->modes[EXEC_COMMAND].cpu_us;
  ck_assert_int_eq(ask(oracle, "spin bug"), RD_TIMEOUT);
  ck_assert_uint_eq(stats->runs, 3);
  /* 720 ms by the clock, twice as long the second time */
  ck_assert_uint_lt(stats->modes[EXEC_COMMAND].cpu_us - start_us, 680000);
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

static runner second;

static crash_options two_slots(void)
{
  crash_options crash = options();
  ck_assert_int_eq(runner_init(&second, true, NULL), RD_OK);
  slots[1] = &second;
  crash.slot_count = 2;
  return crash;
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
    &test_crash_oracle__gives_up_what_takes_far_longer_than_the_crash,
    &test_crash_oracle__a_second_run_is_given_up_too,
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
  };
  return run_fixture("crash_oracle", tests, sizeof tests / sizeof *tests,
                     set_up, tear_down);
}
