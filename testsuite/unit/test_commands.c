/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The first word names the command; a slip of the pen is answered. */
#include "clang-hdd/commands.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clang-hdd/pages.h"
#include "compiler/words.h"
#include "run_fixture.h"

static char *problem;

static void set_up(void)
{
  problem = NULL;
}

static void tear_down(void)
{
  free(problem);
}

/* The command that the line asks for, or "". */
static const char *choose(const char *line)
{
  strings words = { 0 };
  strings_add(&words, "clang-hdd");
  ck_assert(words_split(&words, line));
  tear_down();
  problem = NULL;
  const command *chosen =
      commands_choose((int)words.size, strings_argv(&words), &problem);
  strings_free(&words);
  ck_assert(!chosen == !!problem);
  return chosen ? chosen->name : "";
}

START_TEST(test_commands__without_one_it_is_reduce)
{
  static const char *const lines[] = { "",       "bug.c -- gcc",  "--help",
                                       "-q x.c", "-- gcc help.c", "./help",
                                       "@help",  "helpers/x.c",   "quantum" };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    ck_assert_str_eq(choose(lines[i]), "reduce");
}
END_TEST

START_TEST(test_commands__each_is_found_by_its_name)
{
  const command *each;
  size_t i = 0;
  for (; (each = command_at(i)); i++) {
    ck_assert_str_eq(choose(each->name), each->name);
    ck_assert_ptr_eq(command_find(each->name), each);
  }
  ck_assert_uint_gt(i, 1);
  ck_assert_ptr_null(command_find("quantum"));
}
END_TEST

START_TEST(test_commands__slips_of_the_pen_are_answered)
{
  ck_assert_str_eq(choose("reduec bug.c"), "");
  ck_assert_str_eq(problem, "reduec: no such file or command; did you mean "
                            "clang-hdd reduce?");
  ck_assert_str_eq(choose("hel"), "");
  ck_assert_str_eq(choose("reduce.c"), "reduce");
}
END_TEST

START_TEST(test_commands__a_file_is_no_slip_of_the_pen)
{
  char folder[] = "/tmp/test-commands-XXXXXX";
  ck_assert_ptr_nonnull(mkdtemp(folder));
  ck_assert_int_eq(chdir(folder), 0);
  FILE *file = fopen("reduec", "w");
  ck_assert_ptr_nonnull(file);
  ck_assert_int_eq(fclose(file), 0);
  ck_assert_str_eq(choose("reduec"), "reduce");
  ck_assert_int_eq(remove("reduec"), 0);
  ck_assert_int_eq(rmdir(folder), 0);
}
END_TEST

START_TEST(test_commands__each_has_its_texts)
{
  const command *each;
  for (size_t i = 0; (each = command_at(i)); i++) {
    ck_assert_ptr_nonnull(option_find(each->options, "help"));
    ck_assert_ptr_nonnull(page_next(NULL, each->name, PAGE_PARAGRAPH));
    ck_assert_ptr_nonnull(page_next(NULL, each->name, PAGE_EXAMPLE));
    ck_assert_ptr_nonnull(page_next(NULL, each->name, PAGE_EXIT));
    ck_assert(!ends_with(each->summary, "."));
  }
}
END_TEST

/* Texts of another command's page are not taken for this one's. */
START_TEST(test_commands__pages_are_kept_apart)
{
  for (const page_row *row = page_next(NULL, "help", PAGE_EXAMPLE); row;
       row = page_next(row, "help", PAGE_EXAMPLE))
    ck_assert(starts_with(row->text, "clang-hdd help"));
  const page_row *first = page_next(NULL, "help", PAGE_EXIT), *last = first;
  for (int i = 1; i < 3; i++) {
    last = page_next(last, "help", PAGE_EXIT);
    ck_assert_ptr_nonnull(last);
  }
  ck_assert_str_eq(first->meaning, "printed");
  ck_assert_ptr_null(page_next(last, "help", PAGE_EXIT));
  first = page_next(NULL, "reduce", PAGE_EXIT);
  ck_assert_str_eq(first->meaning, "reduced");
  ck_assert_ptr_nonnull(page_next(first, "reduce", PAGE_EXIT));
}
END_TEST

/* All that --help prints; caller's. */
static char *help(const command *self)
{
  char *out = NULL;
  size_t size = 0;
  FILE *file = open_memstream(&out, &size);
  help_print(file, self);
  (void)fclose(file);
  return out;
}

START_TEST(test_commands__help_fits_80_columns)
{
  const command *each;
  for (size_t i = 0; (each = command_at(i)); i++) {
    char *text = help(each);
    ck_assert(starts_with(text, "Usage: clang-hdd "));
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
      ck_assert_msg(strlen(line) < 80, "%s", line);
    free(text);
  }
}
END_TEST

START_TEST(test_commands__one_without_words_leaves_no_blank)
{
  command bare = *command_find("help");
  textbuf page = { 0 };
  bare.synopsis = "";
  char *text = help(&bare);
  man_page(&page, &bare);
  ck_assert(starts_with(text, "Usage: clang-hdd help\n"));
  ck_assert_ptr_nonnull(strstr(page.data, "hdd help\\fR\n"));
  text_free(&page);
  free(text);
}
END_TEST

START_TEST(test_commands__program_lists_all_of_them)
{
  char *text = help(NULL);
  const command *each;
  for (size_t i = 0; (each = command_at(i)); i++) {
    char *line = mem_format("\n  %s ", each->name);
    ck_assert_ptr_nonnull(strstr(text, line));
    free(line);
  }
  free(text);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_commands__without_one_it_is_reduce,
    &test_commands__each_is_found_by_its_name,
    &test_commands__slips_of_the_pen_are_answered,
    &test_commands__a_file_is_no_slip_of_the_pen,
    &test_commands__each_has_its_texts,
    &test_commands__pages_are_kept_apart,
    &test_commands__help_fits_80_columns,
    &test_commands__one_without_words_leaves_no_blank,
    &test_commands__program_lists_all_of_them,
  };
  return run_fixture("commands", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
