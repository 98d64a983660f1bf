/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Of each other crash the smallest text is kept, and a later run knows it. */
#include "compiler/others.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "reduce/process.h"
#include "run_fixture.h"

static char *top, *folder;
static invocation command, another;
static others kept;

static const char ice[] = "internal compiler error: in f, at x.c:1; during "
                          "RTL pass: a very long name of a pass";

static void set_up(void)
{
  static const char *const words[] = { "true", "-O2", NULL };
  static const char *const others_words[] = { "true", "-O3", NULL };
  ck_assert_int_eq(rd_scratch_new(&top, NULL), RD_OK);
  folder = mem_format("%s/bug.hdd/others", top);
  ck_assert(!invocation_parse(&command, words, "in.c", "/tmp", NULL));
  ck_assert(!invocation_parse(&another, others_words, "in.c", "/tmp", NULL));
  others_init(&kept, folder, "in.c", &command, false);
}

static void tear_down(void)
{
  others_dispose(&kept);
  invocation_dispose(&command);
  invocation_dispose(&another);
  rd_scratch_remove(top);
  free(folder);
  free(top);
}

static rd_status add(const char *line, const char *text)
{
  return others_add(&kept, line, text, strlen(text), NULL);
}

/* Begins anew with what is in the folder. */
static void begin_again(const invocation *with, bool resumed)
{
  others_dispose(&kept);
  others_init(&kept, folder, "in.c", with, resumed);
}

/* The bytes of a file; "" if there is none. Lent. */
static const char *content(const char *path)
{
  static char *bytes;
  size_t size = 0;
  free(bytes);
  if (file_read(&bytes, &size, path, NULL))
    bytes = mem_copy("");
  return bytes;
}

START_TEST(test_others__suffix_of_the_words_is_not_the_texts)
{
  others_dispose(&kept);
  others_init(&kept, folder, "in.txt", &command, false);
  ck_assert(!add(ice, "four"));
  ck_assert_str_eq(content(kept.data[0].path), "four");
  others_dispose(&kept);
  others_init(&kept, folder, "in.txt", &command, true);
  ck_assert_uint_eq(kept.size, 1);
  ck_assert(!add(ice, "two"));
  ck_assert_uint_eq(kept.size, 1);
  ck_assert_str_eq(content(kept.data[0].path), "two");
}
END_TEST

START_TEST(test_others__smallest_text_is_kept)
{
  ck_assert_int_eq(access(folder, F_OK), -1);
  ck_assert(!add(ice, "four"));
  ck_assert(!add(ice, "longer"));
  ck_assert(!add("signal SIGSEGV", "x"));
  ck_assert_uint_eq(kept.size, 2);
  ck_assert_str_eq(content(kept.data[0].path), "four");
  ck_assert(!add(ice, "two"));
  ck_assert_str_eq(content(kept.data[0].path), "two");
  ck_assert_uint_eq(kept.data[0].bytes, 3);
  ck_assert_str_eq(base_name(kept.data[1].path), "2-signal-sigsegv.c");
}
END_TEST

START_TEST(test_others__names_and_words_tell_the_crash)
{
  ck_assert(!add(ice, "four"));
  const char *path = kept.data[0].path;
  ck_assert_str_eq(
      base_name(path),
      "1-internal-compiler-error-in-f-at-x-c-1-during-rtl-pass-a-very.c");
  char *words = mem_format("%.*s.txt", (int)strlen(path) - 2, path);
  char *said = mem_format("signature: %s\ncommand: true -O2 %s\n", ice, path);
  ck_assert_str_eq(content(words), said);
  free(said);
  free(words);
}
END_TEST

START_TEST(test_others__later_run_goes_on_with_the_numbers)
{
  ck_assert(!add(ice, "four"));
  ck_assert(!add("signal SIGSEGV", "x"));
  begin_again(&command, false);
  ck_assert_uint_eq(kept.size, 2);
  ck_assert(!kept.data[0].listed && !kept.data[1].listed);
  ck_assert(!add(ice, "larger"));
  ck_assert(kept.data[0].listed && !kept.data[1].listed);
  ck_assert_str_eq(content(kept.data[0].path), "four");
  ck_assert(!add("signal SIGBUS", "y"));
  ck_assert_str_eq(base_name(kept.data[2].path), "3-signal-sigbus.c");
}
END_TEST

START_TEST(test_others__resumed_run_lists_what_was_saved)
{
  ck_assert(!add(ice, "four"));
  begin_again(&command, true);
  ck_assert_uint_eq(kept.size, 1);
  ck_assert(kept.data[0].listed);
  ck_assert_uint_eq(kept.data[0].bytes, 4);
}
END_TEST

START_TEST(test_others__another_commands_are_left_alone)
{
  ck_assert(!add(ice, "four"));
  char *first = mem_copy(kept.data[0].path);
  begin_again(&another, true);
  ck_assert_uint_eq(kept.size, 0);
  ck_assert(!add(ice, "x"));
  ck_assert_uint_eq(kept.data[0].number, 2);
  ck_assert_str_eq(content(first), "four");
  free(first);
}
END_TEST

START_TEST(test_others__text_that_is_missing_is_written_again)
{
  ck_assert(!add(ice, "four"));
  ck_assert(!unlink(kept.data[0].path));
  begin_again(&command, true);
  ck_assert_uint_eq(kept.size, 1);
  ck_assert(!kept.data[0].listed);
  ck_assert(!add(ice, "longer"));
  ck_assert_str_eq(content(kept.data[0].path), "longer");
}
END_TEST

START_TEST(test_others__there_are_not_too_many)
{
  for (int i = 0; i < OTHERS_MAX + 5; i++) {
    char *line = mem_format("internal error: %d", i);
    ck_assert(!add(line, "text"));
    free(line);
  }
  ck_assert_uint_eq(kept.size, OTHERS_MAX);
  ck_assert(!add("internal error: 3", "x"));
  ck_assert_str_eq(content(kept.data[3].path), "x");
}
END_TEST

START_TEST(test_others__failure_ends_the_saving)
{
  ck_assert(!add(ice, "four"));
  char *parent = mem_format("%s/bug.hdd", top);
  char *moved = mem_format("%s/moved", top);
  ck_assert(!rename(parent, moved));
  ck_assert(!file_write(parent, "file", 4, NULL));
  rd_error err = { 0 };
  ck_assert_int_eq(others_add(&kept, "signal SIGBUS", "y", 1, &err), RD_ERR_IO);
  ck_assert_ptr_nonnull(strstr(err.message, "bug.hdd"));
  ck_assert(!add("signal SIGILL", "y"));
  ck_assert_uint_eq(kept.size, 3);
  ck_assert_ptr_null(kept.data[2].path);
  ck_assert(kept.data[2].listed);
  free(moved);
  free(parent);
}
END_TEST

START_TEST(test_others__without_a_folder_they_are_listed)
{
  others_dispose(&kept);
  others_init(&kept, NULL, "in.c", &command, false);
  ck_assert(!add(ice, "four"));
  ck_assert_uint_eq(kept.size, 1);
  ck_assert(kept.data[0].listed);
  ck_assert_ptr_null(kept.data[0].path);
}
END_TEST

START_TEST(test_others__folder_may_hold_anything)
{
  ck_assert(!add(ice, "four"));
  static const char *const names[] = { "x.txt", "7-x.txt", "8.txt", "9-y.c" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char *path = mem_format("%s/%s", folder, names[i]);
    ck_assert(!file_write(path, "signature: \nnothing", i * 6, NULL));
    free(path);
  }
  begin_again(&command, true);
  ck_assert_uint_eq(kept.size, 1);
  ck_assert(!add("signal SIGBUS", "y"));
  ck_assert_uint_eq(kept.data[1].number, 10);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_others__suffix_of_the_words_is_not_the_texts,
    &test_others__smallest_text_is_kept,
    &test_others__names_and_words_tell_the_crash,
    &test_others__later_run_goes_on_with_the_numbers,
    &test_others__resumed_run_lists_what_was_saved,
    &test_others__another_commands_are_left_alone,
    &test_others__text_that_is_missing_is_written_again,
    &test_others__there_are_not_too_many,
    &test_others__failure_ends_the_saving,
    &test_others__without_a_folder_they_are_listed,
    &test_others__folder_may_hold_anything,
  };
  return run_fixture("others", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
