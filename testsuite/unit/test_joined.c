/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Several files in one text. */
#include "base/joined.h"

#include <stdlib.h>

#include "base/files.h"
#include "run_tests.h"

static strings names;

static void set_names(const char *first, const char *second)
{
  strings_free(&names);
  strings_add(&names, first);
  strings_add(&names, second);
}

/* Is this the content of the file? */
static void assert_file(const char *text, size_t file, const char *content)
{
  size_t size;
  const char *found = joined_file(&size, &names, file, text, strlen(text));
  ck_assert_uint_eq(size, strlen(content));
  ck_assert_mem_eq(found, content, size);
}

START_TEST(test_joined__files_come_back)
{
  textbuf text = { 0 };
  set_names("a.c", "src/a.h");
  joined_add(&text, "a.c", "int a;\n", 7);
  joined_add(&text, "src/a.h", "int b;", 6);
  ck_assert_str_eq(text.data, "\x1e"
                              "a.c\nint a;\n\x1esrc/a.h\nint b;\n");
  assert_file(text.data, 0, "int a;\n");
  assert_file(text.data, 1, "int b;\n");
  text_free(&text);
}
END_TEST

/* A text, and what it gives the two files a.c and b.c. */
static const struct {
  const char *text, *first, *second;
} rows[] = {
  { "", "", "" },
  { "int a;", "int a;", "" },
  { "int a;\n\x1e"
    "b.c\nint b;",
    "int a;\n", "int b;" },
  { "\x1e"
    "a.c",
    "", "" },
  { "\x1e"
    "a.c\n\x1e"
    "b.c\n",
    "", "" },
  { "\x1e"
    "b.c\nb\n\x1e"
    "a.c\na\n",
    "a\n", "b\n" },
  { "\x1e"
    "a.c\n \x1e"
    "b.c\n",
    " \x1e"
    "b.c\n",
    "" },
  { "\x1e"
    "a.c\n\x1e"
    "b.cc\n\x1e"
    "b.\n\x1e\n",
    "\x1e"
    "b.cc\n\x1e"
    "b.\n\x1e\n",
    "" },
};

START_TEST(test_joined__any_text_can_be_taken_apart)
{
  set_names("a.c", "b.c");
  assert_file(rows[_i].text, 0, rows[_i].first);
  assert_file(rows[_i].text, 1, rows[_i].second);
}
END_TEST

START_TEST(test_joined__files_are_written_with_their_folders)
{
  char folder[] = "/tmp/test-joined-XXXXXX";
  char *path, *found = NULL;
  size_t size;
  ck_assert_ptr_nonnull(mkdtemp(folder));
  set_names("a.c", "x/y/b.c");
  ck_assert(!joined_write(folder, &names, "a\n\x1ex/y/b.c\nb\n", 13, NULL));
  path = mem_format("%s/x/y/b.c", folder);
  ck_assert(!file_read(&found, &size, path, NULL));
  ck_assert_str_eq(found, "b\n");
  free(found);
  free(path);
  char *remove = mem_format("rm -r %s", folder);
  ck_assert_int_eq(system(remove), 0);
  free(remove);
}
END_TEST

START_TEST(test_joined__people_see_lines_of_split_file)
{
  size_t size;
  set_names("a.c", "b.c");
  char *shown = joined_show(&size, &names,
                            "a\n\x1e"
                            "b.c\nb\n",
                            9);
  ck_assert_str_eq(shown, "//--- a.c\na\n//--- b.c\nb\n");
  ck_assert_uint_eq(size, strlen(shown));
  free(shown);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("joined");
  TCase *tcase = tcase_create("joined");
  suite_add_tcase(suite, tcase);
  tcase_add_test(tcase, test_joined__files_come_back);
  tcase_add_loop_test(tcase, test_joined__any_text_can_be_taken_apart, 0,
                      sizeof rows / sizeof *rows);
  tcase_add_test(tcase, test_joined__files_are_written_with_their_folders);
  tcase_add_test(tcase, test_joined__people_see_lines_of_split_file);
  int failed = run_suite(suite);
  strings_free(&names);
  return failed;
}
