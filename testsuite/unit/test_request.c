/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The command line is read by its table, and a typing error is answered. */
#include "clang-hdd/request.h"

#include <stdlib.h>
#include <string.h>

#include "clang-hdd/commands.h"
#include "compiler/words.h"
#include "run_fixture.h"

static request parsed;
static char *problem;
static exit_code code;

static void set_up(void)
{
  parsed = (request){ 0 };
  problem = NULL;
}

static void tear_down(void)
{
  request_dispose(&parsed);
  free(problem);
}

/* Parses the arguments in the line; the problem, or "". */
static const char *parse(const char *line)
{
  strings words = { 0 };
  strings_add(&words, "clang-hdd");
  ck_assert(words_split(&words, line));
  tear_down();
  code =
      request_parse(&parsed, (int)words.size, strings_argv(&words), &problem);
  strings_free(&words);
  return problem ? problem : "";
}

START_TEST(test_request__file_and_command_are_split_at_two_dashes)
{
  ck_assert_str_eq(parse("--quiet bug.c -- gcc-12 --quiet -O3 -- x"), "");
  ck_assert_str_eq(parsed.file, "bug.c");
  ck_assert(parsed.quiet);
  ck_assert_uint_eq(parsed.command.size, 5);
  ck_assert_str_eq(parsed.command.data[0], "gcc-12");
  ck_assert_str_eq(parsed.command.data[4], "x");
}
END_TEST

START_TEST(test_request__options_may_follow_the_file)
{
  ck_assert_str_eq(parse("bug.c -o small.c -a hdd --json"), "");
  ck_assert_str_eq(parsed.output, "small.c");
  ck_assert_str_eq(parsed.algorithm, "hdd");
  ck_assert(parsed.json);
}
END_TEST

START_TEST(test_request__numbers_have_their_units)
{
  ck_assert_str_eq(parse("x.c --timeout 1.5 --memory 64 --max-tests=100"), "");
  ck_assert_uint_eq(parsed.timeout_ms, 1500);
  ck_assert_uint_eq(parsed.memory_bytes, 64u << 20);
  ck_assert_uint_eq(parsed.max_tests, 100);
}
END_TEST

START_TEST(test_request__numbers_have_to_be_positive)
{
  static const char *const lines[] = {
    "x.c --timeout 0",     "x.c --timeout -1", "x.c --hang soon",
    "x.c --memory 12x",    "x.c --max-tests=", "x.c --timeout nan",
    "x.c --timeout inf",   "x.c -j 0",         "x.c -j -1",
    "x.c -j 1.5",          "x.c -j x",         "x.c --repeat 0",
    "x.c --max-tests 0.5",
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    ck_assert_str_ne(parse(lines[i]), "");
    ck_assert_int_eq(code, EXIT_USAGE);
  }
}
END_TEST

START_TEST(test_request__lists_may_be_repeated_and_have_commas)
{
  ck_assert_str_eq(parse("x.c --only-pass a,b --only-pass c"), "");
  ck_assert_uint_eq(parsed.only_pass.size, 3);
  ck_assert_str_eq(parsed.only_pass.data[2], "c");
}
END_TEST

START_TEST(test_request__empty_lists_are_refused)
{
  ck_assert_str_eq(parse("x.c --only-pass="),
                   "--only-pass: the value is empty; name something");
  ck_assert_int_eq(code, EXIT_USAGE);
  ck_assert_str_ne(parse("x.c --grammar=,"), "");
}
END_TEST

START_TEST(test_request__script_gets_its_input_as_named)
{
  static const struct {
    const char *line, *test;
    input_way way;
  } rows[] = {
    { "x.c -c true", "/bin/sh -c true", INPUT_NAME },
    { "x.c --test t --input-as name", "t", INPUT_NAME },
    { "x.c --test t --input-as stdin", "t", INPUT_STDIN },
    { "x.c -c true --input-as argument", "/bin/sh -c true sh", INPUT_ARGUMENT },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    ck_assert_str_eq(parse(rows[i].line), "");
    ck_assert_str_eq(parsed.test, rows[i].test);
    ck_assert_int_eq(request_input_way(&parsed), rows[i].way);
  }
}
END_TEST

START_TEST(test_request__probes_take_no_more_than_a_test)
{
  static const struct {
    const char *line;
    uint32_t ms;
  } rows[] = { { "x.c", 10000 },
               { "x.c --timeout 0.1", 2000 },
               { "x.c --timeout 3", 3000 },
               { "x.c --timeout 60", 10000 } };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    ck_assert_str_eq(parse(rows[i].line), "");
    ck_assert_uint_eq(request_probe_ms(&parsed), rows[i].ms);
  }
}
END_TEST

/* In the order of the table, whatever that of the command line was. */
START_TEST(test_request__line_holds_what_was_given)
{
  static const char *const nothing[] = { NULL };
  static const char *const some[] = { "jobs", "algorithm", NULL };
  ck_assert_str_eq(parse("-j 3 --no-hide --timeout 1.5 bug.c -a 'x y' "
                         "--skip-pass a,b -- cc -O2"),
                   "");
  char *line = request_line(&parsed, nothing);
  ck_assert_str_eq(line, "--timeout=1.5 '--algorithm=x y' --skip-pass=a "
                         "--skip-pass=b --no-hide --jobs=3");
  free(line);
  line = request_line(&parsed, some);
  ck_assert_str_eq(line, "--timeout=1.5 --skip-pass=a --skip-pass=b "
                         "--no-hide");
  free(line);
  ck_assert_str_eq(parse("bug.c"), "");
  line = request_line(&parsed, nothing);
  ck_assert_str_eq(line, "");
  free(line);
}
END_TEST

START_TEST(test_request__unknown_option_suggests_the_nearest)
{
  ck_assert_str_eq(parse("--tset x input.c"),
                   "--tset: no such option; did you mean --test?");
  ck_assert_int_eq(code, EXIT_USAGE);
  ck_assert_str_eq(parse("--algoritm=hdd x.c"),
                   "--algoritm=hdd: no such option; did you mean --algorithm?");
  ck_assert_str_eq(parse("--zzzzzzzz x.c"),
                   "--zzzzzzzz: no such option; see --help");
  ck_assert_str_eq(
      parse("-Z x.c"),
      "-Z: no such option; see --help; the compiler's come after --");
}
END_TEST

START_TEST(test_request__missing_pieces_are_named)
{
  ck_assert_ptr_nonnull(strstr(parse(""), "file"));
  ck_assert_ptr_nonnull(strstr(parse("a.c b.c"), "b.c"));
  ck_assert_ptr_nonnull(strstr(parse("a.c --"), "command"));
  ck_assert_ptr_nonnull(strstr(parse("a.c --test"), "--test"));
}
END_TEST

START_TEST(test_request__contradictions_are_refused)
{
  static const char *const lines[] = {
    "x.c --match maybe",
    "x.c --match pattern",
    "x.c --test t --ice-pattern p",
    "x.c --hang 1 --memory-hog 1",
    "x.c --hang 1 --ice-pattern p",
    "x.c --hang 1 --timeout 2",
    "x.c --memory-hog 1 --memory 2",
    "x.c --allow-invalid --reference gcc",
    "x.c --cc gcc -- clang",
    "x.c --in-place -o y.c",
    "x.c --output=",
    "x.c --quiet --verbose",
    "x.c --json --print-diff",
    "x.c --resume --no-journal",
    "x.c --also-interesting 256",
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    ck_assert_str_ne(parse(lines[i]), "");
    ck_assert_int_eq(code, EXIT_USAGE);
  }
}
END_TEST

/* Lines of a bisection: what is wrong with each, or nothing. */
static const struct {
  const char *line, *problem;
} bisections[] = {
  { "x.c --bisect --repo r --good a,b --bad c --build m -- {build}/cc", "" },
  { "x.c --bisect --repo r --good a --bad c --prebuilt '{commit}/cc'", "" },
  { "x.c --bisect --versions cc-1,cc-2", "" },
  { "x.c --bisect", "--repo: name" },
  { "x.c --bisect --good a", "--repo: name" },
  { "x.c --repo r", "--repo: add --bisect" },
  { "x.c --incremental", "--incremental: add --bisect" },
  { "x.c --bisect --repo r --bad c --build m", "--good" },
  { "x.c --bisect --repo r --good c --build m", "--bad" },
  { "x.c --bisect --repo r --good a --bad c", "--build CMD" },
  { "x.c --bisect --repo r --good a --bad c --build m -- cc", "{build}/bin" },
  { "x.c --bisect --repo r --good a --bad c --build m --cc '{build}/cc'", "" },
  { "x.c --bisect --repo r --good a --bad c --build m --prebuilt {commit}",
    "use one of them" },
  { "x.c --bisect --repo r --good a --bad c --prebuilt /opt/cc", "{commit}" },
  { "x.c --bisect --repo r --good a --bad c --prebuilt {commit} -- {build}/x",
    "{build}" },
  { "x.c --bisect --repo r --good a --bad c --prebuilt {commit} "
    "--build-jobs 2",
    "--build-jobs: leave it out" },
  { "x.c --bisect --versions cc-1", "at least two" },
  { "x.c --bisect --versions cc-1,cc-2 --repo r", "--versions: leave it out" },
  { "x.c --bisect --versions cc-1,cc-2 --good cc-1,cc-2", "--good cc-2" },
  { "x.c --bisect --versions cc-1,cc-2 --memory-hog 9", "--memory-hog" },
  { "x.c --bisect --versions cc-1,cc-2 --test t.sh", "--bisect and --test" },
  { "x.c --bisect --versions cc-1,cc-2 --in-place", "" },
  { "x.c --bisect --versions cc-1,cc-2 --in-place --resume", "use -o" },
  { "--bisect --versions cc-1,cc-2 -- cc x.c", "in front of --" },
  { "x.c --bisect --versions cc-1,cc-2 -p .", "--build-path" },
};

START_TEST(test_request__bisections_are_whole)
{
  for (size_t i = 0; i < sizeof bisections / sizeof *bisections; i++) {
    const char *line = bisections[i].line, *wanted = bisections[i].problem;
    const char *said = parse(line);
    ck_assert_msg(strstr(said, wanted) && !*wanted == !*said, "%s: %s", line,
                  said);
    ck_assert_int_eq(code, *wanted ? EXIT_USAGE : EXIT_DONE);
  }
}
END_TEST

START_TEST(test_request__lists_and_help_need_no_file)
{
  static const char *const lines[] = {
    "--help",        "--version",        "--list-algorithms",
    "--list-passes", "--list-frontends", "-h"
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    ck_assert_str_eq(parse(lines[i]), "");
}
END_TEST

START_TEST(test_request__problems_are_one_line)
{
  ck_assert_ptr_null(strchr(parse("--tset x input.c"), '\n'));
  ck_assert_ptr_null(strchr(parse(""), '\n'));
}
END_TEST

/* All that --help prints; caller's. */
static char *help(void)
{
  char *out = NULL;
  size_t size = 0;
  FILE *file = open_memstream(&out, &size);
  help_print(file, NULL);
  (void)fclose(file);
  return out;
}

START_TEST(test_request__help_names_every_option_and_exit_code)
{
  char *text = help();
  for (size_t i = 0; i < options_reduce.count; i++) {
    const option_row *row = &options_reduce.rows[i];
    bool title = row->kind == OPTION_TITLE;
    char *words = mem_format(title ? "%s:\n" : "--%s", row->name);
    ck_assert_ptr_nonnull(strstr(text, words));
    free(words);
  }
#define EXIT_CODE(name, number, meaning)                                       \
  ck_assert_ptr_nonnull(strstr(text, meaning));
#include "clang-hdd/exit_codes.def"
#undef EXIT_CODE
  free(text);
}
END_TEST

START_TEST(test_request__help_fits_80_columns)
{
  char *text = help();
  for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
    ck_assert_msg(strlen(line) < 80, "%s", line);
  free(text);
}
END_TEST

START_TEST(test_request__exit_codes_differ)
{
  static const int numbers[] = {
#define EXIT_CODE(name, number, meaning) number,
#include "clang-hdd/exit_codes.def"
#undef EXIT_CODE
  };
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    for (size_t j = 0; j < i; j++)
      ck_assert_int_ne(numbers[i], numbers[j]);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_request__file_and_command_are_split_at_two_dashes,
    &test_request__options_may_follow_the_file,
    &test_request__numbers_have_their_units,
    &test_request__numbers_have_to_be_positive,
    &test_request__lists_may_be_repeated_and_have_commas,
    &test_request__empty_lists_are_refused,
    &test_request__script_gets_its_input_as_named,
    &test_request__probes_take_no_more_than_a_test,
    &test_request__line_holds_what_was_given,
    &test_request__unknown_option_suggests_the_nearest,
    &test_request__missing_pieces_are_named,
    &test_request__contradictions_are_refused,
    &test_request__bisections_are_whole,
    &test_request__lists_and_help_need_no_file,
    &test_request__problems_are_one_line,
    &test_request__help_names_every_option_and_exit_code,
    &test_request__help_fits_80_columns,
    &test_request__exit_codes_differ,
  };
  return run_fixture("request", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
