/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs of a known behaviour in a zygote: what it sees, bears and refuses. */
#include "zygote_fixture.h"

/* ---- a compiler that can be looked into ---- */

#ifndef __SANITIZE_ADDRESS__ /* such a program has to be loaded first */

static rd_status make_stopper(const char *mode, const char *marker)
{
  char *path = mem_format("%.*s/stopper",
                          (int)(base_name(hostile_path()) - 1 - hostile_path()),
                          hostile_path());
  strings_free(&what.words);
  strings_take(&what.words, path);
  strings_add(&what.words, mode);
  strings_add(&what.words, "input.c");
  strings_add(&what.words, marker);
  what.file = 2;
  zygote_options options = { .job = &what,
                             .family = FAMILY_CLANG,
                             .run = &run };
  zygote_free(it);
  it = NULL;
  return zygote_new(&it, &options, &err);
}

START_TEST(test_zygote_refused__first_look_sees_the_size_of_the_run)
{
  static const char *const looks[] = { "stat", "statx", "access", "open",
                                       "fopen" };
  for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
    ck_assert_msg(!make_stopper(looks[i], ""), "%s", err.message);
    rd_run first = fork_run("1234567", usual), second = fork_run("1", usual);
    ck_assert_str_eq(first.output, "7 bytes\n");
    ck_assert_str_eq(second.output, "1 bytes\n");
    rd_run_dispose(&first);
    rd_run_dispose(&second);
  }
}
END_TEST

START_TEST(test_zygote_refused__library_is_not_handed_on)
{
  ck_assert(!unsetenv("LD_PRELOAD"));
  ck_assert_msg(!make_stopper("environment", ""), "%s", err.message);
  rd_run out = fork_run("", usual);
  ck_assert_str_eq(out.output, "0 bytes\n");
  rd_run_dispose(&out);
  strings_add(&what.environment, "LD_PRELOAD=libm.so.6");
  ck_assert_msg(!make_stopper("environment", ""), "%s", err.message);
  out = fork_run("", usual);
  ck_assert_str_eq(out.output, "LD_PRELOAD=libm.so.6\n0 bytes\n");
  rd_run_dispose(&out);
}
END_TEST

START_TEST(test_zygote_refused__process_that_a_fork_would_break_is_refused)
{
  ck_assert_int_eq(make_stopper("threads", ""), RD_ERR_UNSUPPORTED);
  ck_assert_msg(strstr(err.message, "threads") != NULL, "%s", err.message);
  ck_assert_int_eq(make_stopper("late", ""), RD_ERR_UNSUPPORTED);
  ck_assert_msg(strstr(err.message, "written") != NULL, "%s", err.message);
  assert_clean();
}
END_TEST

/* The server gives itself up for it. */
START_TEST(test_zygote_refused__daemon_of_a_run_does_not_stay)
{
  const char *marker = hostile_marker();
  ck_assert_msg(!make_stopper("daemon", marker), "%s", err.message);
  rd_run out = fork_run("", usual);
  ck_assert_str_eq(out.output, "0 bytes\n");
  ck_assert_int_eq(out.status, 0);
  rd_run_dispose(&out);
  ck_assert(hostile_await_count(marker, 0));
}
END_TEST

START_TEST(test_zygote_refused__files_of_a_run_do_not_stay)
{
  ck_assert_msg(!make_stopper("files", ""), "%s", err.message);
  for (int i = 0; i < 2; i++) {
    rd_run out = fork_run("", usual);
    ck_assert_str_eq(out.output, "0 bytes\n");
    ck_assert_int_eq(out.status, 0);
    rd_run_dispose(&out);
  }
  assert_clean();
}
END_TEST

START_TEST(test_zygote_refused__large_file_ends_a_run)
{
  ck_assert_msg(!make_stopper("large", ""), "%s", err.message);
  rd_run out = fork_run("", (rd_limits){ .file_bytes = 4096 });
  ck_assert_int_eq(out.end, RD_END_SIGNAL);
  ck_assert_int_eq(out.status, SIGXFSZ);
  rd_run_dispose(&out);
  assert_clean();
}
END_TEST

#endif

/* ---- what is refused ---- */

static void assert_refused(const char *program, rd_status expected,
                           const char *reason)
{
  strings_add(&what.words, program);
  strings_add(&what.words, "input.c");
  what.file = 1;
  zygote_options options = { .job = &what,
                             .family = FAMILY_CLANG,
                             .run = &run };
  ck_assert_int_eq(zygote_new(&it, &options, &err), expected);
  ck_assert_msg(strstr(err.message, reason) != NULL, "%s", err.message);
  ck_assert_ptr_null(it);
  assert_clean();
  strings_free(&what.words);
}

/* Puts a program into the kept folder; caller's. */
static char *put_program(const char *bytes, size_t size, mode_t mode)
{
  char *path = mem_format("%s/program", run.kept);
  ck_assert(!file_write(path, bytes, size, &err));
  ck_assert_int_eq(chmod(path, mode), 0);
  return path;
}

START_TEST(test_zygote_refused__programs_that_cannot_stop_are_refused)
{
  assert_refused("no-such-compiler", RD_ERR_NOTFOUND, "no-such-compiler");
  assert_refused("/bin/true", RD_ERR_UNSUPPORTED, "ended before");
  char *path = put_program("#!/bin/sh\n", 10, 0700);
  assert_refused(path, RD_ERR_UNSUPPORTED, "a script");
  free(path);
  path = put_program("", 0, 0700);
  assert_refused(path, RD_ERR_UNSUPPORTED, "no ELF");
  free(path);
  char *bytes;
  size_t size;
  ck_assert(!file_read(&bytes, &size, "/bin/true", &err));
  path = put_program(bytes, size, 04700);
  assert_refused(path, RD_ERR_UNSUPPORTED, "set-user-id");
  free(path);
  bytes[18] ^= 1; /* e_machine */
  path = put_program(bytes, size, 0700);
  assert_refused(path, RD_ERR_UNSUPPORTED, "another machine");
  free(path);
  bytes[18] ^= 1;
  bytes[56] = bytes[57] = 0; /* e_phnum */
  path = put_program(bytes, size, 0700);
  assert_refused(path, RD_ERR_UNSUPPORTED, "statically");
  free(path);
  free(bytes);
}
END_TEST

START_TEST(test_zygote_refused__name_that_cannot_be_included_is_refused)
{
  static const char *const names[] = { "a\"b.c", "a\\b.c" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    strings_add(&what.words, "/bin/true");
    strings_add(&what.words, names[i]);
    what.file = 1;
    zygote_options options = { .job = &what,
                               .family = FAMILY_GCC,
                               .run = &run };
    ck_assert_int_eq(zygote_new(&it, &options, &err), RD_ERR_UNSUPPORTED);
    ck_assert_msg(strstr(err.message, "quotes") != NULL, "%s", err.message);
    strings_free(&what.words);
  }
}
END_TEST

START_TEST(test_zygote_refused__program_that_says_why_it_ends_is_quoted)
{
  const struct compiler_row *row = any_compiler();
  if (!row || row->family != FAMILY_GCC || !make_job(row))
    return;
  set_output("/no/such/folder/output");
  ck_assert_int_eq(make_zygote(row), RD_ERR_UNSUPPORTED);
  ck_assert_msg(strstr(err.message, "/no/such/folder") != NULL, "%s",
                err.message);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
#ifndef __SANITIZE_ADDRESS__
    &test_zygote_refused__first_look_sees_the_size_of_the_run,
    &test_zygote_refused__library_is_not_handed_on,
    &test_zygote_refused__process_that_a_fork_would_break_is_refused,
    &test_zygote_refused__daemon_of_a_run_does_not_stay,
    &test_zygote_refused__files_of_a_run_do_not_stay,
    &test_zygote_refused__large_file_ends_a_run,
#endif
    &test_zygote_refused__programs_that_cannot_stop_are_refused,
    &test_zygote_refused__name_that_cannot_be_included_is_refused,
    &test_zygote_refused__program_that_says_why_it_ends_is_quoted,
  };
  return run_fixture("zygote_refused", tests, sizeof tests / sizeof *tests,
                     set_up, tear_down);
}
