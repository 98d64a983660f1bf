/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Paths of a work tree as those of a checkout elsewhere. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "blame/paths.h"
#include "base/files.h"
#include "reduce/process.h"
#include "run_tests.h"

static char *top;
static path_map map;

/* TOP/work has src/a.c, inc/, build/ and new/; TOP/copy lacks build/, and new/
 * was not there yet. */
static void set_up(void)
{
  static const char *const folders[] = { "work",       "work/src", "work/inc",
                                         "work/build", "work/new", "copy",
                                         "copy/src",   "copy/inc", "else" };
  char *scratch = NULL;
  ck_assert_int_eq(rd_scratch_new(&scratch, NULL), RD_OK);
  top = realpath(scratch, NULL);
  free(scratch);
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    char *path = mem_format("%s/%s", top, folders[i]);
    ck_assert_int_eq(mkdir(path, 0700), 0);
    free(path);
  }
  map = (path_map){ mem_format("%s/work", top), mem_format("%s/copy", top) };
}

static void tear_down(void)
{
  rd_scratch_remove(top);
  free((char *)map.work_tree);
  free((char *)map.checkout);
  free(top);
}

/* The text with TOP for each T; caller's. */
static char *with_top(const char *text)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  for (; *text; text++)
    if (*text == 'T')
      text_puts(&out, top);
    else
      text_add(&out, text, 1);
  return out.data;
}

START_TEST(test_paths__dots_are_cleaned_away)
{
  static const char *const rows[][2] = {
    { "/a/b/../c", "/a/c" },
    { "/a/./b//c/", "/a/b/c" },
    { "/..", "/" },
    { "/a/..", "/" },
    { "/a/../../b", "/b" },
    { "/a..b/...", "/a..b/..." },
    { "/", "/" },
    { "src/a.c", "/src/a.c" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char *got = path_clean(rows[i][0]);
    ck_assert_str_eq(got, rows[i][1]);
    free(got);
  }
}
END_TEST

START_TEST(test_paths__a_folder_has_what_is_below_it)
{
  ck_assert_str_eq(path_inside("/a/b", "/a/b/c/d"), "c/d");
  ck_assert_str_eq(path_inside("/a/b", "/a/b"), "");
  ck_assert_ptr_null(path_inside("/a/b", "/a/bc"));
  ck_assert_ptr_null(path_inside("/a/b", "/a"));
}
END_TEST

/* How FILE, typed in CWD, is called in the repository; NULL: it is not there. */
static void expect_file(const char *file, const char *cwd, const char *wanted)
{
  char *path = with_top(file), *folder = with_top(cwd);
  char *got = path_in_repository(&map, path, folder);
  if (wanted)
    ck_assert_str_eq(got, wanted);
  else
    ck_assert_ptr_null(got);
  free(got);
  free(folder);
  free(path);
}

START_TEST(test_paths__a_file_is_found_from_any_folder)
{
  expect_file("a.c", "T/work/src", "src/a.c");
  expect_file("src/a.c", "T/work", "src/a.c");
  expect_file("../src/a.c", "T/work/build", "src/a.c");
  expect_file("T/work/src/a.c", "T/else", "src/a.c");
  expect_file("T/else/a.c", "T/work", NULL);
  expect_file("src/a.c", "T/else", "src/a.c");
  expect_file("../work/src/a.c", "T/else", "src/a.c");
}
END_TEST

START_TEST(test_paths__without_a_work_tree_files_are_from_the_root)
{
  path_map bare = { NULL, map.checkout };
  char *got = path_in_repository(&bare, "./src/a.c", top);
  ck_assert_str_eq(got, "src/a.c");
  free(got);
  ck_assert_ptr_null(path_in_repository(&bare, "/src/a.c", top));
  got = path_of_folder(&bare, top);
  ck_assert_str_eq(got, map.checkout);
  free(got);
}
END_TEST

START_TEST(test_paths__links_to_the_work_tree_are_followed)
{
  char *link = with_top("T/link"), *target = with_top("T/work/src");
  ck_assert_int_eq(symlink(target, link), 0);
  expect_file("T/link/a.c", "T/else", "src/a.c");
  char *got = path_of_folder(&map, link), *wanted = with_top("T/copy/src");
  ck_assert_str_eq(got, wanted);
  free(wanted);
  free(got);
  free(target);
  free(link);
}
END_TEST

/* `cc WORD a.c`, typed in CWD, has this word in the checkout. */
static void expect_word(const char *word, const char *cwd, const char *wanted)
{
  invocation ours, theirs;
  char *here = with_top(cwd), *file = with_top("T/work/src/a.c");
  char *there = path_of_folder(&map, here), *copy = with_top("T/copy/src/a.c");
  char *typed = with_top(word), *result = with_top(wanted);
  const char *const our_words[] = { "cc", typed, file, NULL };
  const char *const their_words[] = { "cc", typed, copy, NULL };
  ck_assert(!invocation_parse(&ours, our_words, file, here, NULL));
  ck_assert(!invocation_parse(&theirs, their_words, copy, there, NULL));
  paths_translate(&theirs, &ours, &map);
  ck_assert_str_eq(theirs.words.data[2], result);
  invocation_dispose(&ours);
  invocation_dispose(&theirs);
  free(result);
  free(typed);
  free(copy);
  free(there);
  free(file);
  free(here);
}

START_TEST(test_paths__what_is_committed_moves)
{
  expect_word("-IT/work/inc", "T/else", "-IT/copy/inc");
  expect_word("-Iinc", "T/work", "-IT/copy/inc");
  expect_word("-I.", "T/work", "-IT/copy");
  expect_word("-IT/work", "T/else", "-IT/copy");
  expect_word("-I../inc", "T/work/src", "-IT/copy/inc");
  expect_word("-I../inc", "T/work/build", "-IT/copy/inc");
  expect_word("-I../work/inc", "T/else", "-IT/copy/inc");
  expect_word("-DROOT=\"T/work/inc\"", "T/else", "-DROOT=\"T/work/inc\"");
}
END_TEST

START_TEST(test_paths__what_only_the_work_tree_has_stays)
{
  expect_word("-IT/work/build", "T/else", "-IT/work/build");
  expect_word("-Ibuild", "T/work", "-IT/work/build");
  expect_word("-I.", "T/work/build", "-IT/work/build");
}
END_TEST

START_TEST(test_paths__what_neither_has_is_looked_for_in_the_checkout)
{
  expect_word("-IT/work/gone", "T/else", "-IT/copy/gone");
  expect_word("-Isrc/gone", "T/work", "-IT/copy/src/gone");
}
END_TEST

START_TEST(test_paths__what_lies_outside_stays)
{
  expect_word("-I/usr/include", "T/work", "-I/usr/include");
  expect_word("-IT/else", "T/work", "-IT/else");
  expect_word("-I../else", "T/work", "-IT/else");
  expect_word("-IT/workers", "T/work", "-IT/workers");
  expect_word("-DX=a/b", "T/work", "-DX=a/b");
  expect_word("-O2", "T/work", "-O2");
}
END_TEST

START_TEST(test_paths__the_compiler_stays)
{
  invocation ours, theirs;
  char *program = with_top("T/work/src/cc"), *file = with_top("T/work/a.c");
  char *copy = with_top("T/copy/a.c");
  const char *const our_words[] = { program, file, NULL };
  const char *const their_words[] = { program, copy, NULL };
  ck_assert(!invocation_parse(&ours, our_words, file, top, NULL));
  ck_assert(!invocation_parse(&theirs, their_words, copy, top, NULL));
  paths_translate(&theirs, &ours, &map);
  ck_assert_str_eq(theirs.words.data[0], program);
  invocation_dispose(&ours);
  invocation_dispose(&theirs);
  free(copy);
  free(file);
  free(program);
}
END_TEST

int main(void)
{
  const TTest *const tests[] = {
    test_paths__dots_are_cleaned_away,
    test_paths__a_folder_has_what_is_below_it,
    test_paths__a_file_is_found_from_any_folder,
    test_paths__without_a_work_tree_files_are_from_the_root,
    test_paths__links_to_the_work_tree_are_followed,
    test_paths__what_is_committed_moves,
    test_paths__what_only_the_work_tree_has_stays,
    test_paths__what_neither_has_is_looked_for_in_the_checkout,
    test_paths__what_lies_outside_stays,
    test_paths__the_compiler_stays,
  };
  Suite *suite = suite_create("paths");
  TCase *tcase = tcase_create("paths");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
    tcase_add_test(tcase, tests[i]);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
