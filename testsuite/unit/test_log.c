/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The log of answers: what a later process finds, whatever the end was. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "reduce/log.h"
#include "run_fixture.h"

static char *folder, *path;
static const rd_limits limits = { .wall_ms = 2000, .memory_bytes = 1000 };

static void set_up(void)
{
  ck_assert_int_eq(rd_scratch_new(&folder, NULL), RD_OK);
  path = mem_format("%s/answers", folder);
}

static void tear_down(void)
{
  rd_scratch_remove(folder);
  free(folder);
  free(path);
}

static rd_log *open_log(const rd_limits *within, bool resume)
{
  rd_log *log;
  rd_error err = { 0 };
  ck_assert_msg(!rd_log_open(&log, path, "key", within, resume, &err), "%s",
                err.message);
  return log;
}

static void add(rd_log *log, const char *text, uint32_t answer)
{
  rd_log_add(log, RD_LOG_TEST, text, strlen(text), answer);
  ck_assert_ptr_null(rd_log_problem(log));
}

/* The answer to a test of the text; -1 if there is none. */
static int answer_of(const rd_log *log, const char *text)
{
  uint32_t answer;
  return rd_log_find(&answer, log, RD_LOG_TEST, text, strlen(text))
             ? (int)answer
             : -1;
}

static void spoil(const char *mode, const char *bytes, size_t size)
{
  FILE *file = fopen(path, mode);
  ck_assert_ptr_nonnull(file);
  ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
  ck_assert_int_eq(fclose(file), 0);
}

static long file_size(void)
{
  FILE *file = fopen(path, "r");
  ck_assert_ptr_nonnull(file);
  ck_assert_int_eq(fseek(file, 0, SEEK_END), 0);
  long size = ftell(file);
  (void)fclose(file);
  return size;
}

START_TEST(test_log__answers_survive_the_process)
{
  pid_t child = fork();
  if (!child) {
    rd_log *log = NULL;
    if (rd_log_open(&log, path, "key", &limits, false, NULL))
      _exit(1);
    for (uint32_t i = 0; i < 5000; i++)
      rd_log_add(log, RD_LOG_TEST, (char *)&i, sizeof i, i % 3);
    (void)raise(SIGKILL);
  }
  int status;
  ck_assert_int_eq(waitpid(child, &status, 0), child);
  ck_assert(WIFSIGNALED(status));
  rd_log *log = open_log(&limits, true);
  ck_assert_uint_eq(rd_log_size(log), 5000);
  for (uint32_t i = 0; i < 5000; i++) {
    uint32_t answer = 9;
    ck_assert(rd_log_find(&answer, log, RD_LOG_TEST, (char *)&i, sizeof i));
    ck_assert_uint_eq(answer, i % 3);
  }
  ck_assert_int_eq(answer_of(log, "other"), -1);
  rd_log_close(log);
}
END_TEST

START_TEST(test_log__tells_tests_from_checks)
{
  rd_log *log = open_log(&limits, false);
  add(log, "a", RD_INVALID);
  rd_log_add(log, RD_LOG_CHECK, "b", 1, 1);
  ck_assert_int_eq(answer_of(log, "a"), -1); /* it is this process's own */
  rd_log_close(log);
  log = open_log(&limits, true);
  uint32_t answer;
  ck_assert_int_eq(answer_of(log, "a"), RD_INVALID);
  ck_assert(!rd_log_find(&answer, log, RD_LOG_CHECK, "a", 1));
  ck_assert(rd_log_find(&answer, log, RD_LOG_CHECK, "b", 1));
  ck_assert_uint_eq(answer, 1);
  ck_assert_int_eq(answer_of(log, "b"), -1);
  rd_log_close(log);
}
END_TEST

START_TEST(test_log__later_records_win)
{
  rd_log *log = open_log(&limits, false);
  add(log, "a", RD_TIMEOUT);
  add(log, "a", RD_INTERESTING);
  add(log, "b", RD_INTERESTING);
  add(log, "b", RD_UNINTERESTING);
  rd_log_close(log);
  log = open_log(&limits, true);
  ck_assert_int_eq(answer_of(log, "a"), RD_INTERESTING);
  ck_assert_int_eq(answer_of(log, "b"), RD_UNINTERESTING);
  rd_log_close(log);
}
END_TEST

/* What ran into a limit is forgotten when that limit, and no other, is higher
 * now. */
START_TEST(test_log__higher_limits_are_asked_again)
{
  static const struct {
    rd_limits now;
    int timeout, memory;
  } rows[] = {
    { { .wall_ms = 2000, .memory_bytes = 1000 }, RD_TIMEOUT, RD_RESOURCE_OUT },
    { { .wall_ms = 500, .memory_bytes = 10 }, RD_TIMEOUT, RD_RESOURCE_OUT },
    { { .wall_ms = 2001, .memory_bytes = 1000 }, -1, RD_RESOURCE_OUT },
    { { .wall_ms = 2000, .memory_bytes = 1001 }, RD_TIMEOUT, -1 },
    { { 0 }, -1, -1 },
  };
  rd_log *log = open_log(&limits, false);
  add(log, "slow", RD_TIMEOUT);
  add(log, "large", RD_RESOURCE_OUT);
  add(log, "good", RD_INTERESTING);
  rd_log_close(log);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    log = open_log(&rows[i].now, true);
    ck_assert_int_eq(answer_of(log, "slow"), rows[i].timeout);
    ck_assert_int_eq(answer_of(log, "large"), rows[i].memory);
    ck_assert_int_eq(answer_of(log, "good"), RD_INTERESTING);
    rd_log_close(log);
  }
}
END_TEST

/* The file is cut at each byte; what is whole is read, and more is added. */
START_TEST(test_log__cut_file_is_continued)
{
  rd_log *log = open_log(&limits, false);
  long begin = file_size();
  add(log, "a", RD_INTERESTING);
  long record = file_size() - begin;
  add(log, "b", RD_INVALID);
  rd_log_close(log);
  long end = file_size();
  for (long size = end; size >= 0; size--) {
    ck_assert_int_eq(truncate(path, size), 0);
    log = open_log(&limits, true);
    uint64_t whole = size < begin ? 0 : (uint64_t)((size - begin) / record);
    ck_assert_uint_eq(rd_log_size(log), whole);
    add(log, "c", RD_TIMEOUT);
    rd_log_close(log);
    log = open_log(&limits, true);
    ck_assert_uint_eq(rd_log_size(log), whole + 1);
    ck_assert_int_eq(answer_of(log, "a"), whole ? RD_INTERESTING : -1);
    ck_assert_int_eq(answer_of(log, "c"), RD_TIMEOUT);
    rd_log_close(log);
  }
}
END_TEST

START_TEST(test_log__spoilt_end_is_dropped)
{
  static const struct {
    const char *bytes;
    size_t size;
  } ends[] = {
    { "\0\0\0\0\0\0\n", 7 },
    { "t 12 1 0\n", 9 },
    { "t 00000000000000000000000000000000 1 \n", 37 },
    { "x 00000000000000000000000000000000 1 0\n", 39 },
    { "t 0000000000000000000000000000000G 1 0\n", 39 },
    { "\n\n", 2 },
  };
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    rd_log *log = open_log(&limits, false);
    add(log, "a", RD_INVALID);
    rd_log_close(log);
    long size = file_size();
    spoil("a", ends[i].bytes, ends[i].size);
    log = open_log(&limits, true);
    ck_assert_uint_eq(rd_log_size(log), 1);
    ck_assert_int_eq(answer_of(log, "a"), RD_INVALID);
    rd_log_close(log);
    ck_assert_int_eq(file_size(), size);
  }
}
END_TEST

START_TEST(test_log__other_keys_are_refused)
{
  rd_log *log = open_log(&limits, false);
  add(log, "a", RD_INVALID);
  rd_log_close(log);
  long size = file_size();
  rd_error err = { 0 };
  static const char *const keys[] = { "other", "ke", "key2", "" };
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    ck_assert_int_eq(rd_log_open(&log, path, keys[i], &limits, true, &err),
                     RD_ERR_INVALID);
    ck_assert_ptr_nonnull(strstr(err.message, path));
  }
  ck_assert_int_eq(file_size(), size);
  ck_assert_int_eq(rd_log_open(&log, path, "two\nlines", &limits, false, &err),
                   RD_ERR_INVALID);
}
END_TEST

START_TEST(test_log__missing_file_is_told)
{
  rd_log *log;
  rd_error err = { 0 };
  ck_assert_int_eq(rd_log_open(&log, path, "key", &limits, true, &err),
                   RD_ERR_NOTFOUND);
  ck_assert_int_eq(
      rd_log_open(&log, "/no-such-folder/a", "key", &limits, false, &err),
      RD_ERR_IO);
  ck_assert_ptr_nonnull(strstr(err.message, "/no-such-folder/a"));
}
END_TEST

START_TEST(test_log__new_log_replaces_the_old)
{
  rd_log *log = open_log(&limits, false);
  add(log, "a", RD_INVALID);
  rd_log_close(log);
  rd_log_close(open_log(&limits, false));
  log = open_log(&limits, true);
  ck_assert_uint_eq(rd_log_size(log), 0);
  rd_log_close(log);
}
END_TEST

/* What is whole stays, and nothing is added after a gap. */
START_TEST(test_log__full_disk_ends_the_log)
{
  rd_log *log;
  rd_error err = { 0 };
  ck_assert_int_eq(symlink("/dev/full", path), 0);
  ck_assert_int_eq(rd_log_open(&log, path, "key", &limits, true, &err),
                   RD_ERR_IO); /* a link is not followed */
  log = open_log(&limits, false);
  add(log, "a", RD_INVALID);
  long size = file_size();
  struct rlimit old, small = { (rlim_t)size + 20, (rlim_t)size + 20 };
  ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &old), 0);
  small.rlim_max = old.rlim_max;
  (void)signal(SIGXFSZ, SIG_IGN);
  ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &small), 0);
  rd_log_add(log, RD_LOG_TEST, "b", 1, RD_INVALID);
  ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &old), 0);
  ck_assert_ptr_nonnull(strstr(rd_log_problem(log), path));
  rd_log_add(log, RD_LOG_TEST, "c", 1, RD_INVALID);
  rd_log_close(log);
  ck_assert_int_eq(file_size(), size);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_log__answers_survive_the_process,
    &test_log__tells_tests_from_checks,
    &test_log__later_records_win,
    &test_log__higher_limits_are_asked_again,
    &test_log__cut_file_is_continued,
    &test_log__spoilt_end_is_dropped,
    &test_log__other_keys_are_refused,
    &test_log__missing_file_is_told,
    &test_log__new_log_replaces_the_old,
    &test_log__full_disk_ends_the_log,
  };
  return run_fixture("log", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
