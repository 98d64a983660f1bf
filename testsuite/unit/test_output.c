/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The reduced file is whole at any moment, and the input is left alone. */
#include "clang-hdd/output.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "base/text.h"
#include "reduce/process.h"
#include "run_fixture.h"

static char *folder, *input;
static output to;

static void set_up(void)
{
  ck_assert_int_eq(rd_scratch_new(&folder, NULL), RD_OK);
  input = mem_format("%s/bug.c", folder);
  ck_assert_int_eq(file_write(input, "original", 8, NULL), RD_OK);
}

static void tear_down(void)
{
  output_dispose(&to);
  rd_scratch_remove(folder);
  free(folder);
  free(input);
}

/* The bytes of a file in the folder; "" if there is none. Lent. */
static const char *content(const char *name)
{
  static char *bytes;
  size_t size = 0;
  char *path = mem_format("%s/%s", folder, name);
  free(bytes);
  if (file_read(&bytes, &size, path, NULL))
    bytes = mem_copy("");
  free(path);
  return bytes;
}

START_TEST(test_output__default_name_keeps_the_suffix)
{
  static const char *const names[][2] = {
    { "bug.c", "bug.reduced.c" },
    { "/a.b/bug.i", "/a.b/bug.reduced.i" },
    { "a.b.c", "a.b.reduced.c" },
    { "bug", "bug.reduced" },
    { "/a.b/bug", "/a.b/bug.reduced" },
    { ".c", ".c.reduced" },
    { "/a.b/bug.rs", "/a.b/bug_reduced.rs" },
    { "a.b.d", "a.b_reduced.d" },
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char *path = output_default_path(names[i][0]);
    ck_assert_str_eq(path, names[i][1]);
    free(path);
  }
}
END_TEST

START_TEST(test_output__folder_has_the_stem_that_the_user_named)
{
  static const char *const rows[][3] = {
    { "bug.c", NULL, "bug.hdd" },
    { "/a.b/bug", NULL, "/a.b/bug.hdd" },
    { ".c", NULL, ".c.hdd" },
    { "/a/bug.c", "out/small.c", "out/small.hdd" },
    { "bug.hdd", NULL, "bug.hdd.hdd" },
    { "bug.c", "bug.report", "bug.report.hdd" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    (void)output_init(&to, rows[i][0], rows[i][1], OUTPUT_FILE, NULL);
    ck_assert_str_eq(to.folder, rows[i][2]);
    ck_assert(!path_exists(to.folder));
    output_dispose(&to);
  }
  (void)output_init(&to, "a/bug.c", NULL, OUTPUT_IN_PLACE, NULL);
  ck_assert_str_eq(to.folder, "a/bug.hdd");
  char *report = output_report_folder(&to);
  ck_assert_str_eq(report, "a/bug.report");
  free(report);
}
END_TEST

/* Whoever goes on with a reduction in place finds the original kept. */
START_TEST(test_output__original_that_was_kept_stays)
{
  ck_assert_int_eq(output_init(&to, input, NULL, OUTPUT_IN_PLACE_AGAIN, NULL),
                   RD_OK);
  ck_assert_int_eq(output_write(&to, "one", 3, NULL), RD_OK);
  ck_assert_str_eq(content("bug.c.orig"), "original");
  output_dispose(&to);
  ck_assert_int_eq(output_init(&to, input, NULL, OUTPUT_IN_PLACE_AGAIN, NULL),
                   RD_OK);
  ck_assert_int_eq(output_write(&to, "two", 3, NULL), RD_OK);
  ck_assert_str_eq(content("bug.c"), "two");
  ck_assert_str_eq(content("bug.c.orig"), "original");
}
END_TEST

START_TEST(test_output__checking_writes_nothing)
{
  ck_assert_int_eq(output_init(&to, input, NULL, OUTPUT_FILE, NULL), RD_OK);
  ck_assert_str_eq(content("bug.reduced.c"), "");
  ck_assert(!path_exists(to.temporary));
}
END_TEST

START_TEST(test_output__each_text_replaces_the_last)
{
  ck_assert_int_eq(output_init(&to, input, NULL, OUTPUT_FILE, NULL), RD_OK);
  ck_assert_int_eq(output_write(&to, "one", 3, NULL), RD_OK);
  ck_assert_int_eq(output_write(&to, "2", 1, NULL), RD_OK);
  output_finish(&to);
  ck_assert_str_eq(content("bug.reduced.c"), "2");
  ck_assert_str_eq(content("bug.c"), "original");
  ck_assert(!path_exists(to.temporary));
}
END_TEST

START_TEST(test_output__in_place_keeps_the_original)
{
  ck_assert_int_eq(chmod(input, 0640), 0);
  ck_assert_int_eq(output_init(&to, input, NULL, OUTPUT_IN_PLACE, NULL), RD_OK);
  ck_assert_str_eq(content("bug.c.orig"), "");
  ck_assert_int_eq(output_write(&to, "one", 3, NULL), RD_OK);
  ck_assert_int_eq(output_write(&to, "two", 3, NULL), RD_OK);
  ck_assert_str_eq(content("bug.c"), "two");
  ck_assert_str_eq(content("bug.c.orig"), "original");
  struct stat info;
  ck_assert_int_eq(stat(input, &info), 0);
  ck_assert_uint_eq(info.st_mode & 0777, 0640);
}
END_TEST

START_TEST(test_output__older_original_is_not_overwritten)
{
  char *old = mem_format("%s.orig", input);
  ck_assert_int_eq(file_write(old, "old", 3, NULL), RD_OK);
  rd_error err;
  ck_assert_int_eq(output_init(&to, input, NULL, OUTPUT_IN_PLACE, &err),
                   RD_ERR_IO);
  ck_assert_ptr_nonnull(strstr(err.message, "bug.c.orig"));
  ck_assert_str_eq(content("bug.c.orig"), "old");
  free(old);
}
END_TEST

START_TEST(test_output__input_is_no_output)
{
  char *same = mem_format("%s/./bug.c", folder);
  rd_error err;
  ck_assert_int_eq(output_init(&to, input, same, OUTPUT_FILE, &err), RD_ERR_IO);
  ck_assert_ptr_nonnull(strstr(err.message, "--in-place"));
  free(same);
}
END_TEST

START_TEST(test_output__devices_and_folders_are_refused)
{
  rd_error err;
  ck_assert_int_eq(output_init(&to, input, "/dev/null", OUTPUT_FILE, &err),
                   RD_ERR_IO);
  ck_assert_ptr_nonnull(strstr(err.message, "/dev/null"));
  output_dispose(&to);
  ck_assert_int_eq(output_init(&to, input, folder, OUTPUT_FILE, &err),
                   RD_ERR_IO);
  struct stat info;
  ck_assert_int_eq(stat("/dev/null", &info), 0);
  ck_assert(S_ISCHR(info.st_mode));
}
END_TEST

START_TEST(test_output__missing_folder_is_named)
{
  rd_error err;
  ck_assert_int_eq(
      output_init(&to, input, "/no-such-folder/x.c", OUTPUT_FILE, &err),
      RD_ERR_IO);
  ck_assert_ptr_nonnull(strstr(err.message, "/no-such-folder/x.c"));
}
END_TEST

START_TEST(test_output__foreign_link_is_not_written_through)
{
  char *victim = mem_format("%s/victim", folder);
  ck_assert_int_eq(file_write(victim, "x", 1, NULL), RD_OK);
  ck_assert_int_eq(output_init(&to, input, NULL, OUTPUT_FILE, NULL), RD_OK);
  ck_assert_int_eq(symlink(victim, to.temporary), 0);
  ck_assert_int_eq(output_write(&to, "y", 1, NULL), RD_OK);
  ck_assert_str_eq(content("victim"), "x");
  free(victim);
}
END_TEST

START_TEST(test_output__leavings_of_a_kill_do_not_matter)
{
  for (int i = 0; i < 2; i++) { /* of an earlier process, and of a text */
    output_dispose(&to);
    ck_assert_int_eq(output_init(&to, input, NULL, OUTPUT_FILE, NULL), RD_OK);
    ck_assert_int_eq(file_write(to.temporary, "half", 4, NULL), RD_OK);
  }
  ck_assert_int_eq(output_write(&to, "whole", 5, NULL), RD_OK);
  ck_assert_str_eq(content("bug.reduced.c"), "whole");
  ck_assert(!path_exists(to.temporary));
}
END_TEST

START_TEST(test_output__link_is_followed)
{
  char *name = mem_format("%s/link.c", folder);
  char *target = mem_format("%s/target.c", folder);
  ck_assert_int_eq(file_write(target, "x", 1, NULL), RD_OK);
  ck_assert_int_eq(symlink("target.c", name), 0);
  ck_assert_int_eq(output_init(&to, input, name, OUTPUT_FILE, NULL), RD_OK);
  ck_assert_int_eq(output_write(&to, "y", 1, NULL), RD_OK);
  struct stat info;
  ck_assert_int_eq(lstat(name, &info), 0);
  ck_assert(S_ISLNK(info.st_mode));
  ck_assert_str_eq(content("target.c"), "y");
  free(target);
  free(name);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_output__default_name_keeps_the_suffix,
    &test_output__folder_has_the_stem_that_the_user_named,
    &test_output__original_that_was_kept_stays,
    &test_output__checking_writes_nothing,
    &test_output__each_text_replaces_the_last,
    &test_output__in_place_keeps_the_original,
    &test_output__older_original_is_not_overwritten,
    &test_output__input_is_no_output,
    &test_output__devices_and_folders_are_refused,
    &test_output__missing_folder_is_named,
    &test_output__foreign_link_is_not_written_through,
    &test_output__leavings_of_a_kill_do_not_matter,
    &test_output__link_is_followed,
  };
  return run_fixture("output", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
