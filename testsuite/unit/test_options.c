/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Any table of options is parsed into any struct. */
#include "clang-hdd/options.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/words.h"
#include "run_fixture.h"

typedef struct trial {
  uint64_t before;
  bool flag;
  char *text;
  strings list;
  uint64_t limit_ms, jobs;
} trial;

#define OPTIONS trial
/* clang-format off */
static const option_row rows[] = {
  SECTION("First")
  OPTION("flag", 'f', FLAG, flag, NULL, "a flag")
  OPTION("text", 't', STRING, text, "WORD", "a word")
  OPTION("list", 0, LIST, list, "NAME", "names")
  SECTION("Second")
  OPTION("limit", 0, SECONDS, limit_ms, "SECONDS", "a limit")
  OPTION("lines", 'j', JOBS, jobs, "N", "at the same time")
};
/* clang-format on */
static const option_table table = OPTION_TABLE(rows);

static trial fields;
static strings words;
static char *problem;

static void set_up(void)
{
  fields = (trial){ 0 };
  words = (strings){ 0 };
  problem = NULL;
}

static void tear_down(void)
{
  options_dispose(&fields, &table);
  strings_free(&words);
  free(problem);
}

/* Parses the line; the problem, or "". */
static const char *parse(const char *line)
{
  strings argv = { 0 };
  strings_add(&argv, "trial");
  ck_assert(words_split(&argv, line));
  tear_down();
  set_up();
  problem = options_parse(&fields, &words, &table, (int)argv.size,
                          strings_argv(&argv));
  strings_free(&argv);
  return problem ? problem : "";
}

START_TEST(test_options__fields_are_filled_by_their_rows)
{
  ck_assert_str_eq(parse("a -f --text=x --list p,q b --list r --limit 0.5"),
                   "");
  ck_assert(fields.flag);
  ck_assert_str_eq(fields.text, "x");
  ck_assert_uint_eq(fields.list.size, 3);
  ck_assert_uint_eq(fields.limit_ms, 500);
  ck_assert_uint_eq(fields.before, 0);
  ck_assert_uint_eq(words.size, 2);
  ck_assert_str_eq(words.data[1], "b");
}
END_TEST

START_TEST(test_options__the_last_of_two_strings_counts)
{
  ck_assert_str_eq(parse("-t x -ty"), "");
  ck_assert_str_eq(fields.text, "y");
}
END_TEST

START_TEST(test_options__what_is_wrong_is_said)
{
  ck_assert_str_eq(parse("--lits x"),
                   "--lits: no such option; did you mean --list?");
  ck_assert_str_eq(parse("--limit never"),
                   "--limit: never is not a positive number");
  ck_assert_str_eq(parse("--li 3"),
                   "--li is ambiguous; write one of --list, --limit, --lines");
  ck_assert_ptr_nonnull(strstr(parse("--text"), "--text"));
  ck_assert_ptr_nonnull(strstr(parse("--First"), "no such option"));
}
END_TEST

START_TEST(test_options__the_largest_number_is_said)
{
  ck_assert_str_eq(parse("--limit 999999999 -j1024"), "");
  ck_assert_str_eq(parse("-j 1025"),
                   "--lines: 1025 is too large; at most 1024");
  ck_assert_str_eq(parse("--limit=1e9"),
                   "--limit: 1e9 is too large; at most 999999999");
  ck_assert_str_eq(parse("--limit 1e999"),
                   "--limit: 1e999 is too large; at most 999999999");
  ck_assert_str_eq(parse("--limit inf"),
                   "--limit: inf is not a positive number");
  ck_assert_str_eq(parse("-j 1.5"),
                   "--lines: 1.5 is not a positive whole number");
}
END_TEST

START_TEST(test_options__what_was_given_is_told)
{
  static const char *const left_out[] = { "flag", NULL };
  strings given = { 0 };
  ck_assert_str_eq(parse("-f --list a,b --limit 2"), "");
  options_given(&given, &fields, &table, left_out);
  ck_assert_uint_eq(given.size, 3);
  ck_assert_str_eq(given.data[1], "--list=b");
  ck_assert_str_eq(given.data[2], "--limit=2");
  strings_free(&given);
}
END_TEST

/* What is told can be given to another process. */
START_TEST(test_options__numbers_are_told_as_they_are_typed)
{
  static const char *const none[] = { NULL };
  static const char *const typed[] = { "0.29", "1.001", "0.5", "86400",
                                       "0.001" };
  for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
    char *line = mem_format("--limit=%s", typed[i]);
    strings given = { 0 };
    ck_assert_str_eq(parse(line), "");
    options_given(&given, &fields, &table, none);
    ck_assert_uint_eq(given.size, 1);
    ck_assert_str_eq(given.data[0], line);
    strings_free(&given);
    free(line);
  }
}
END_TEST

START_TEST(test_options__end_is_at_the_two_dashes)
{
  static const char *const argv[] = { "trial", "a", "--", "--", "b", NULL };
  ck_assert_int_eq(options_end(5, argv), 2);
  ck_assert_int_eq(options_end(2, argv), 2);
  ck_assert_int_eq(options_end(0, argv), 0);
}
END_TEST

START_TEST(test_options__rows_are_found_and_titles_are_not)
{
  ck_assert_ptr_eq(option_find(&table, "list"), &rows[3]);
  ck_assert_ptr_null(option_find(&table, "First"));
}
END_TEST

START_TEST(test_options__table_is_printed_by_sections)
{
  char *out = NULL;
  size_t size = 0;
  FILE *file = open_memstream(&out, &size);
  options_print(file, &table);
  ck_assert_int_eq(fclose(file), 0);
  ck_assert_str_eq(out, "\nFirst:\n"
                        "  -f, --flag                a flag\n"
                        "  -t, --text WORD           a word\n"
                        "      --list NAME           names\n"
                        "\nSecond:\n"
                        "      --limit SECONDS       a limit\n"
                        "  -j, --lines N             at the same time\n");
  free(out);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_options__fields_are_filled_by_their_rows,
    &test_options__the_last_of_two_strings_counts,
    &test_options__what_is_wrong_is_said,
    &test_options__the_largest_number_is_said,
    &test_options__what_was_given_is_told,
    &test_options__numbers_are_told_as_they_are_typed,
    &test_options__end_is_at_the_two_dashes,
    &test_options__rows_are_found_and_titles_are_not,
    &test_options__table_is_printed_by_sections,
  };
  return run_fixture("options", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
