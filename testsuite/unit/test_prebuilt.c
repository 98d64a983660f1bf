/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compilers in folders that are called like commits. */
#include "bisect/prebuilt.h"

#include <sys/stat.h>
#include <unistd.h>

#include "history_fixture.h"
#include "reduce/process.h"
#include "run_fixture.h"

static char *top, *project;
static history *self;
static char *digits[3]; /* of three commits */

static void set_up(void)
{
  static const char *const revisions[] = { "HEAD", "HEAD~1", "HEAD~2" };
  ck_assert_int_eq(rd_scratch_new(&top, NULL), RD_OK);
  project = mem_format("%s/project", top);
  history_set_up();
  git_init(project);
  for (size_t i = 0; i < 3; i++)
    git_run(project, "commit -q --allow-empty -m x");
  for (size_t i = 0; i < 3; i++) {
    char *words = mem_format("rev-parse %s", revisions[i]);
    digits[i] = git_output(project, words);
    free(words);
  }
  ck_assert_int_eq(history_open(&self, project, NULL), RD_OK);
}

static void tear_down(void)
{
  history_free(self);
  for (size_t i = 0; i < 3; i++)
    free(digits[i]);
  rd_scratch_remove(top);
  free(project);
  free(top);
}

/* Makes TOP/opt/cc-NAME/cc, NAME being the first digits of the commit. */
static void install(const char *name, int size, mode_t mode)
{
  char *folder = mem_format("%s/opt/cc-%.*s", top, size, name);
  char *file = mem_format("%s/cc", folder);
  ck_assert_int_eq(folders_make(folder, 0777, NULL), RD_OK);
  ck_assert_int_eq(file_write(file, "#!/bin/sh\n", 10, NULL), RD_OK);
  ck_assert_int_eq(chmod(file, mode), 0);
  free(file);
  free(folder);
}

/* The path found for the commit, below "TOP/opt/", or "". Caller's. */
static char *find(const prebuilt *from, size_t commit)
{
  object_id id;
  ck_assert(object_id_parse(&id, digits[commit]));
  const char *path = prebuilt_find(from, &id);
  return mem_copy(path ? path + strlen(top) + strlen("/opt/") : "");
}

static prebuilt *open_prebuilt(rd_status expected)
{
  prebuilt *out = NULL;
  rd_error err = { 0 };
  ck_assert_int_eq(prebuilt_new(&out, "opt/cc-{commit}/cc", top, self, &err),
                   expected);
  ck_assert(!expected || strstr(err.message, "--prebuilt"));
  return out;
}

START_TEST(test_prebuilt__whole_and_short_ids_are_found)
{
  install(digits[0], 40, 0755);
  install(digits[1], 7, 0755);
  install(digits[2], 6, 0755); /* too short */
  prebuilt *all = open_prebuilt(RD_OK);
  char *whole = find(all, 0), *shorter = find(all, 1), *none = find(all, 2);
  ck_assert_uint_eq(strlen(whole), strlen("cc-/cc") + 40);
  ck_assert_uint_eq(strlen(shorter), strlen("cc-/cc") + 7);
  ck_assert_str_eq(none, "");
  free(whole);
  free(shorter);
  free(none);
  prebuilt_free(all);
}
END_TEST

START_TEST(test_prebuilt__what_is_no_program_is_none)
{
  install(digits[0], 40, 0755);
  install(digits[1], 40, 0644);
  prebuilt *all = open_prebuilt(RD_OK);
  char *none = find(all, 1);
  ck_assert_str_eq(none, "");
  free(none);
  prebuilt_free(all);
}
END_TEST

START_TEST(test_prebuilt__of_two_for_a_commit_it_is_always_the_same)
{
  install(digits[0], 12, 0755);
  install(digits[0], 9, 0755);
  install(digits[0], 30, 0755);
  prebuilt *all = open_prebuilt(RD_OK);
  char *first = find(all, 0);
  ck_assert_uint_eq(strlen(first), strlen("cc-/cc") + 9);
  free(first);
  prebuilt_free(all);
}
END_TEST

START_TEST(test_prebuilt__nothing_there_is_an_error)
{
  open_prebuilt(RD_ERR_NOTFOUND);
  install("0123456789", 10, 0755); /* of another repository */
  install("not-a-commit", 12, 0755);
  open_prebuilt(RD_ERR_NOTFOUND);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_prebuilt__whole_and_short_ids_are_found,
    &test_prebuilt__what_is_no_program_is_none,
    &test_prebuilt__of_two_for_a_commit_it_is_always_the_same,
    &test_prebuilt__nothing_there_is_an_error,
  };
  return run_fixture("prebuilt", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
