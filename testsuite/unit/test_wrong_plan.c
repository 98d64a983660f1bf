/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Plans as words, and how behaviours differ. */
#include <stdlib.h>
#include <string.h>

#include "run_tests.h"
#include "wrong/act.h"
#include "wrong/explain.h"
#include "wrong/find.h"

static behaviour did(behaviour_end end, int status, char *output)
{
  return (behaviour){
    .end = end, .status = status, .output = output, .size = strlen(output)
  };
}

static void expect_kind(behaviour bad, behaviour good, const char *kind)
{
  char *found = behaviour_difference(&bad, &good);
  ck_assert_pstr_eq(found, kind);
  free(found);
}

START_TEST(test_wrong_plan__a_difference_is_known_by_its_kind)
{
  char none[] = "", one[] = "a 1\n", other[] = "a 2\n", more[] = "a 1\nb\n";
  behaviour fine = did(BEHAVIOUR_EXIT, 0, one);
  expect_kind(fine, fine, NULL);
  expect_kind(did(BEHAVIOUR_SIGNAL, 6, none), fine,
              "SIGABRT instead of exit status 0");
  expect_kind(did(BEHAVIOUR_EXIT, 3, one), fine,
              "a failure instead of exit status 0");
  expect_kind(did(BEHAVIOUR_LATE, 0, one), fine,
              "no end instead of exit status 0");
  expect_kind(did(BEHAVIOUR_EXIT, 3, one), did(BEHAVIOUR_EXIT, 4, one),
              "a failure with another status");
  expect_kind(did(BEHAVIOUR_EXIT, 0, other), fine,
              "exit status 0 with another line of output");
  expect_kind(did(BEHAVIOUR_EXIT, 0, more), fine,
              "exit status 0 with a line more of output");
  expect_kind(fine, did(BEHAVIOUR_EXIT, 0, more),
              "exit status 0 with a line less of output");
}
END_TEST

static const struct {
  const char *text, *said;
} reports[] = {
  { "no runtime error: yet\n1 == 8\n"
    "a.c:9:9: runtime error: signed integer overflow: 1 + 2\nmore\n",
    "a.c:9:9: signed integer overflow: 1 + 2" },
  { "==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x1\n"
    "    #0 0x2 in read_it ../ba.c:1\n    #1 0x2 in main /tmp/a.c:11\n",
    "a.c:11: heap-use-after-free" },
  { "==7==ERROR: AddressSanitizer: attempting double-free on 0x1 in a.c:3\n",
    "a.c:3: attempting double-free" },
  { "==7==ERROR: AddressSanitizer: SEGV on unknown address 0x0 (pc 0x1)\n",
    "SEGV" },
  { "==7==ERROR: AddressSanitizer: memcpy-param-overlap: memory ranges\n",
    "memcpy-param-overlap" },
  { "==7==WARNING: MemorySanitizer: use-of-uninitialized-value\n"
    "    #0 0x2 in main (/tmp/a.out+0x2)\n",
    "use-of-uninitialized-value" },
  { "==7== Invalid read of size 4\n==7==    at 0x1: main (a.c:3)\n",
    "a.c:3: Invalid read of size 4" },
  { "a.c:5:1: warning: control reaches end [-Wreturn-type]",
    "a.c:5:1: control reaches end [-Wreturn-type]" },
  { "a.c:5:1: nothing\n", NULL },
  { "x: runtime error: ", "" },
  { "", NULL },
};

START_TEST(test_wrong_plan__what_a_tool_says_is_read)
{
  for (size_t i = 0; i < sizeof reports / sizeof *reports; i++) {
    char *said = explain_read(reports[i].text, "folder/a.c");
    ck_assert_pstr_eq(said, reports[i].said);
    free(said);
  }
}
END_TEST

START_TEST(test_wrong_plan__a_failure_shows_what_an_abort_or_a_line_shows)
{
  char none[] = "", one[] = "a 1\n";
  behaviour fine = did(BEHAVIOUR_EXIT, 0, one);
  behaviour bad[] = { did(BEHAVIOUR_SIGNAL, 6, none),
                      did(BEHAVIOUR_SIGNAL, 4, none),
                      did(BEHAVIOUR_EXIT, 0, none),
                      did(BEHAVIOUR_SIGNAL, 11, none) };
  const behaviour fails = did(BEHAVIOUR_EXIT, 1, none);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    for (int wide = 0; wide < 2; wide++) {
      char *expected = behaviour_difference(&bad[i], &fine);
      bool as_good = wide && behaviour_can_fail(&bad[i], &fine);
      ck_assert_int_eq(as_good, wide && bad[i].status != 11);
      ck_assert(behaviour_may_fit(expected, as_good, &bad[i]));
      ck_assert(behaviour_fits(expected, as_good, &bad[i], &fine));
      ck_assert_int_eq(behaviour_may_fit(expected, as_good, &fails), as_good);
      ck_assert_int_eq(behaviour_fits(expected, as_good, &fails, &fine),
                       as_good);
      ck_assert(!behaviour_fits(expected, as_good, &fails, &fails));
      free(expected);
    }
}
END_TEST

START_TEST(test_wrong_plan__what_is_expected_can_be_read)
{
  static const char *const texts[][2] = {
    { "SIGABRT instead of exit status 0",
      "SIGABRT or a failure instead of exit status 0" },
    { "exit status 0 with a line more of output",
      "exit status 0 with a line more of output or a failure" },
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    for (int wide = 0; wide < 2; wide++) {
      char *text = behaviour_expected(texts[i][0], wide);
      ck_assert_str_eq(text, texts[i][wide]);
      free(text);
    }
}
END_TEST

START_TEST(test_wrong_plan__a_plan_survives_its_words)
{
  plan of = { .expected = mem_copy("x y"),
              .or_fails = true,
              .limit_ms = 7,
              .input = mem_copy("") };
  strings_add(&of.arguments, "it's");
  strings_add(&plan_add(&of, ROLE_BAD, "bad one")->build, "cc");
  strings_add(&plan_add(&of, ROLE_SILENT, "quiet")->warnings, "format");
  strings_add(&of.steps[1].jobs, PLAN_END);
  of.steps[1].started = mem_copy("/a socket");
  of.steps[1].host = mem_copy("/a host");
  of.steps[1].texts = TEXTS_BARE;
  strings words = { 0 }, again = { 0 };
  plan read;
  plan_words(&words, &of);
  ck_assert(plan_read(&read, strings_argv(&words), words.size));
  plan_words(&again, &read);
  ck_assert_uint_eq(again.size, words.size);
  for (size_t i = 0; i < words.size; i++)
    ck_assert_str_eq(again.data[i], words.data[i]);
  plan_dispose(&read);
  ck_assert(!plan_read(&read, strings_argv(&words), words.size - 1));
  plan_dispose(&read);
  plan_dispose(&of);
  strings_free(&words);
  strings_free(&again);
}
END_TEST

START_TEST(test_wrong_plan__a_test_is_known_by_the_command_it_asks)
{
  static const char *const rows[][2] = { { "cc -w a.c", "cc -w a.c" },
                                         { "", "cc -o x" } };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    plan of = { .input = NULL };
    plan_step *bad = plan_add(&of, ROLE_BAD, rows[i][0]);
    strings_add(&bad->build, "cc");
    strings_add(&bad->build, "-o");
    strings_add(&bad->build, "x");
    strings words = { 0 };
    strings_add(&words, "/lib/clang-hdd-differs");
    strings_add(&words, "test");
    plan_words(&words, &of);
    ck_assert_str_eq(wrong_words_command(strings_argv(&words)), rows[i][1]);
    words.data[0][1] = 'x';
    words.data[0][5] = 'x';
    ck_assert_ptr_null(wrong_words_command(strings_argv(&words)));
    strings_free(&words);
    plan_dispose(&of);
  }
}
END_TEST

START_TEST(test_wrong_plan__a_warning_is_found_by_the_beginning_of_its_name)
{
  strings names = { 0 };
  strings_add(&names, "format");
  strings_add(&names, "return-");
  ck_assert_ptr_null(
      act_warning(&names, "a.c:1: warning: x [-Wunused-format]"));
  ck_assert_str_eq(act_warning(&names, "warning: [-Wunused]\n[-Wformat=]"),
                   "format");
  ck_assert_str_eq(act_warning(&names, "error: [-Wreturn-type]"), "return-");
  strings_free(&names);
}
END_TEST

int main(void)
{
  return RUN_TESTS(
      "wrong_plan", test_wrong_plan__a_difference_is_known_by_its_kind,
      test_wrong_plan__what_a_tool_says_is_read,
      test_wrong_plan__a_failure_shows_what_an_abort_or_a_line_shows,
      test_wrong_plan__what_is_expected_can_be_read,
      test_wrong_plan__a_plan_survives_its_words,
      test_wrong_plan__a_test_is_known_by_the_command_it_asks,
      test_wrong_plan__a_warning_is_found_by_the_beginning_of_its_name);
}
