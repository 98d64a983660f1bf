/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The facts of a run are written, read again, and compared with another run. */
#include "clang-hdd/run_file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"
#include "base/text.h"
#include "run_fixture.h"

static char *folder, *path;
static run_file *self;

static void set_up(void)
{
  ck_assert_int_eq(rd_scratch_new(&folder, NULL), RD_OK);
  path = mem_format("%s/run-1.json", folder);
  self = run_file_new();
  self->limits.wall_ms = 1;
}

static void tear_down(void)
{
  run_file_free(self);
  rd_scratch_remove(folder);
  free(folder);
  free(path);
}

static run_file *written_and_read(void)
{
  run_file *again;
  rd_error err = { 0 };
  ck_assert_msg(!run_file_write(self, path, &err), "%s", err.message);
  ck_assert_msg(!run_file_read(&again, path, &err), "%s", err.message);
  return again;
}

START_TEST(test_run_file__is_read_as_it_was_written)
{
  const rd_limits limits = { .wall_ms = UINT32_MAX,
                             .cpu_ms = 7,
                             .memory_bytes = (uint64_t)1 << 40 };
  run_file_set(self, "command", "cc 'a\nb' \"\xff\" -c");
  run_file_set(self, "judge", NULL);
  self->limits = limits;
  self->rollback = (rollback){ .commit = mem_copy("c"),
                               .accepted = 3,
                               .back = 2,
                               .text = mem_copy("t"),
                               .moved = mem_copy("m") };
  run_file *again = written_and_read();
  ck_assert_str_eq(run_file_fact(again, "command"),
                   run_file_fact(self, "command"));
  ck_assert_ptr_null(run_file_fact(again, "judge"));
  ck_assert_ptr_null(run_file_difference(again, self));
  ck_assert_uint_eq(again->limits.wall_ms, limits.wall_ms);
  ck_assert_uint_eq(again->limits.cpu_ms, limits.cpu_ms);
  ck_assert_uint_eq(again->limits.memory_bytes, limits.memory_bytes);
  ck_assert_str_eq(again->rollback.commit, "c");
  ck_assert_uint_eq(again->rollback.accepted, 3);
  ck_assert_uint_eq(again->rollback.back, 2);
  ck_assert_str_eq(again->rollback.text, "t");
  ck_assert_str_eq(again->rollback.moved, "m");
  ck_assert(!again->complete);
  run_file_free(again);
  self->complete = true;
  rollback_dispose(&self->rollback);
  again = written_and_read();
  ck_assert(again->complete);
  ck_assert_ptr_null(again->rollback.commit);
  run_file_free(again);
}
END_TEST

/* The first in the order of setting; facts not known yet are not compared. */
START_TEST(test_run_file__first_difference_is_named)
{
  run_file_set(self, "input", "1");
  run_file_set(self, "command", "cc");
  run_file_set(self, "judge", NULL);
  run_file *now = run_file_new();
  run_file_set(now, "input", "1");
  ck_assert_ptr_null(run_file_difference(self, now));
  run_file_set(now, "judge", "gcc");
  ck_assert_str_eq(run_file_difference(self, now), "judge");
  run_file_set(now, "judge", NULL);
  ck_assert_ptr_null(run_file_difference(self, now));
  run_file_set(now, "input", "2");
  run_file_set(now, "command", "gcc");
  ck_assert_str_eq(run_file_difference(self, now), "input");
  run_file_set(now, "input", "1");
  run_file_set(now, "command", "cc");
  run_file_set(now, "new", "x");
  ck_assert_str_eq(run_file_difference(self, now), "new");
  run_file_free(now);
}
END_TEST

START_TEST(test_run_file__key_goes_by_all_facts)
{
  char *none = run_file_key(self);
  run_file_set(self, "input", "1");
  char *one = run_file_key(self);
  self->complete = true;
  char *same = run_file_key(self);
  run_file_set(self, "input", "2");
  char *other = run_file_key(self);
  ck_assert_str_ne(none, one);
  ck_assert_str_eq(one, same);
  ck_assert_str_ne(one, other);
  free(other);
  free(same);
  free(one);
  free(none);
}
END_TEST

START_TEST(test_run_file__other_files_are_refused)
{
  static const char *const texts[] = {
    "",
    "{",
    "[]",
    "{}",
    "{\"format\": 1}",
    "{\"format\": 2, \"facts\": {}, \"limits\": {}}",
    "{\"format\": 1, \"facts\": 3, \"limits\": "
    "{\"wall_ms\": 1, \"cpu_ms\": 1, \"memory_bytes\": 1}}",
    "{\"format\": 1, \"facts\": {}, \"limits\": {}}",
    "{\"format\": 1, \"facts\": {}, \"limits\": "
    "{\"wall_ms\": 0, \"cpu_ms\": 1, \"memory_bytes\": 1}}",
    "{\"format\": 1, \"facts\": {}, \"limits\": "
    "{\"wall_ms\": 4294967297, \"cpu_ms\": 1, \"memory_bytes\": 1}}",
    "{\"format\": 1, \"facts\": {}, \"limits\": "
    "{\"wall_ms\": 1, \"cpu_ms\": 1, \"memory_bytes\": -1}}",
    "{\"format\": 1, \"facts\": {}, \"limits\": "
    "{\"wall_ms\": 1, \"cpu_ms\": 1, \"memory_bytes\": 1}, "
    "\"rollback\": {\"commit\": \"c\"}}",
  };
  run_file *out;
  rd_error err;
  ck_assert_int_eq(run_file_read(&out, path, &err), RD_ERR_NOTFOUND);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    ck_assert(!file_write(path, texts[i], strlen(texts[i]), NULL));
    ck_assert_int_eq(run_file_read(&out, path, &err), RD_ERR_INVALID);
    ck_assert_ptr_nonnull(strstr(err.message, path));
  }
}
END_TEST

START_TEST(test_run_file__leavings_of_a_kill_do_not_matter)
{
  char *half = mem_format("%s.%ld.tmp", path, (long)getpid());
  ck_assert(!file_write(half, "{", 1, NULL));
  run_file_free(written_and_read());
  ck_assert(!path_exists(half));
  free(half);
}
END_TEST

START_TEST(test_run_file__missing_folder_is_told)
{
  rd_error err = { 0 };
  ck_assert_int_ne(run_file_write(self, "/no-such-folder/run", &err), RD_OK);
  ck_assert_ptr_nonnull(strstr(err.message, "/no-such-folder/run"));
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_run_file__is_read_as_it_was_written,
    &test_run_file__first_difference_is_named,
    &test_run_file__key_goes_by_all_facts,
    &test_run_file__other_files_are_refused,
    &test_run_file__leavings_of_a_kill_do_not_matter,
    &test_run_file__missing_folder_is_told,
  };
  return run_fixture("run_file", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
