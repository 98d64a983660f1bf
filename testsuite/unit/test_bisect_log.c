/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The log of a bisection: what git makes of it, and what is left after a kill. */
#include "history_fixture.h"

#include "bisect/log.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "reduce/process.h"
#include "run_fixture.h"

static char *top, *path;

static void set_up(void)
{
  history_set_up();
  ck_assert_int_eq(rd_scratch_new(&top, NULL), RD_OK);
  path = mem_format("%s/bug.bisect/log", top);
}

static void tear_down(void)
{
  rd_scratch_remove(top);
  free(top);
  free(path);
}

static bisect_log *open_log(bool resume)
{
  bisect_log *self;
  rd_error err = { 0 };
  ck_assert_msg(!bisect_log_open(&self, path, "key", false, resume, &err), "%s",
                err.message);
  return self;
}

static void add(bisect_log *self, const char *name, bisect_answer answer)
{
  bisect_entry entry = { (char *)name, answer, NULL, false };
  rd_error err = { 0 };
  ck_assert_msg(!bisect_log_add(self, &entry, "a subject", &err), "%s",
                err.message);
}

static char *contents(void)
{
  char *text;
  size_t size;
  ck_assert_int_eq(file_read(&text, &size, path, NULL), RD_OK);
  return text;
}

static void expect_contents(const char *expected)
{
  char *text = contents();
  ck_assert_str_eq(text, expected);
  free(text);
}

static void write_log(const char *text)
{
  ck_assert_int_eq(file_write(path, text, strlen(text), NULL), RD_OK);
}

/* Going on fails with this, and a line that says so. */
static void expect_refusal(rd_status expected, const char *words)
{
  bisect_log *self;
  rd_error err = { 0 };
  ck_assert_int_eq(bisect_log_open(&self, path, "key", false, true, &err),
                   expected);
  ck_assert_msg(strstr(err.message, words) != NULL, "%s", err.message);
  ck_assert_ptr_nonnull(strstr(err.message, path));
}

#define HEAD "# clang-hdd bisect key\ngit bisect start\n"
#define ANSWER "# bad: [aa] a subject\ngit bisect bad aa\n"

/* ---- what is written ---- */

START_TEST(test_bisect_log__answers_are_commands_of_git)
{
  bisect_log *self = open_log(false);
  add(self, "aa", BISECT_BAD);
  bisect_entry entry = { (char *)"bb", BISECT_SKIP,
                         (char *)"cannot\nbe\x1b built", true };
  ck_assert_int_eq(bisect_log_add(self, &entry, NULL, NULL), RD_OK);
  ck_assert_int_eq(bisect_log_note(self, "first bad commit: [aa] x", NULL),
                   RD_OK);
  expect_contents(HEAD ANSWER "# skip: [bb]\n# detail: cannot be\\x1b built\n"
                              "# flaky\ngit bisect skip bb\n"
                              "# first bad commit: [aa] x\n");
  char *text = bisect_log_text(self), *there = contents();
  ck_assert_str_eq(text, there);
  free(text);
  free(there);
  bisect_log_free(self);
}
END_TEST

START_TEST(test_bisect_log__notes_come_together)
{
  bisect_log *self = open_log(false);
  char *lines[] = { (char *)"one", (char *)"two\nlines" };
  strings notes = { .data = lines, .size = 2 }, none = { 0 };
  add(self, "aa", BISECT_BAD);
  for (int i = 0; i < 2; i++)
    ck_assert_int_eq(bisect_log_end(self, &notes, NULL), RD_OK);
  ck_assert_int_eq(bisect_log_end(self, &none, NULL), RD_OK);
  expect_contents(HEAD ANSWER "# one\n# two lines\n");
  bisect_log_free(self);
}
END_TEST

START_TEST(test_bisect_log__last_end_is_last)
{
  bisect_log *self = open_log(false);
  char *lines[] = { (char *)"bad: [aa]", (char *)"bad: [bb] # bad: [aa]" };
  strings both = { .data = lines, .size = 2 },
          first = { .data = lines, .size = 1 };
  add(self, "aa", BISECT_BAD);
  ck_assert_int_eq(bisect_log_end(self, &both, NULL), RD_OK);
  ck_assert_int_eq(bisect_log_end(self, &first, NULL), RD_OK);
  bisect_log_free(self);
  self = open_log(true);
  ck_assert_int_eq(bisect_log_end(self, &first, NULL), RD_OK);
  ck_assert_int_eq(bisect_log_end(self, &both, NULL), RD_OK);
  expect_contents(HEAD ANSWER "# bad: [aa]\n# bad: [bb] # bad: [aa]\n"
                              "# bad: [aa]\n"
                              "# bad: [aa]\n# bad: [bb] # bad: [aa]\n");
  bisect_log_free(self);
}
END_TEST

START_TEST(test_bisect_log__nothing_is_written_twice)
{
  bisect_log *self = open_log(false);
  add(self, "aa", BISECT_BAD);
  add(self, "aa", BISECT_BAD);
  ck_assert_int_eq(bisect_log_note(self, "end", NULL), RD_OK);
  ck_assert_int_eq(bisect_log_note(self, "end", NULL), RD_OK);
  bisect_log_free(self);
  self = open_log(true);
  add(self, "aa", BISECT_BAD);
  ck_assert_int_eq(bisect_log_note(self, "end", NULL), RD_OK);
  expect_contents(HEAD ANSWER "# end\n");
  bisect_log_free(self);
}
END_TEST

START_TEST(test_bisect_log__name_that_is_no_line_is_refused)
{
  static const char *const names[] = { "", "a\nb", "a\x01" };
  bisect_log *self = open_log(false);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    bisect_entry entry = { (char *)names[i], BISECT_BAD, NULL, false };
    ck_assert_int_eq(bisect_log_add(self, &entry, NULL, NULL), RD_ERR_INVALID);
  }
  expect_contents(HEAD);
  bisect_log_free(self);
}
END_TEST

START_TEST(test_bisect_log__new_log_replaces_the_old)
{
  bisect_log *self = open_log(false);
  add(self, "aa", BISECT_BAD);
  bisect_log_free(self);
  bisect_log_free(open_log(false));
  expect_contents(HEAD);
}
END_TEST

START_TEST(test_bisect_log__new_log_replaces_nothing_else)
{
  bisect_log *self;
  rd_error err = { 0 };
  bisect_log_free(open_log(false));
  ck_assert_int_eq(file_write(path, "mine\n", 5, NULL), RD_OK);
  ck_assert_int_eq(bisect_log_open(&self, path, "key", false, false, &err),
                   RD_ERR_INVALID);
  ck_assert_ptr_nonnull(strstr(err.message, "not the log of a bisection"));
  expect_contents("mine\n");
  ck_assert_int_eq(file_write(path, "# clang-hdd", 11, NULL), RD_OK);
  bisect_log_free(open_log(false));
  expect_contents(HEAD);
}
END_TEST

/* ---- what is read ---- */

START_TEST(test_bisect_log__answers_survive_the_process)
{
  size_t count;
  bisect_log *self = open_log(false);
  add(self, "gcc 12", BISECT_BAD);
  bisect_entry entry = { (char *)"bb", BISECT_SKIP, (char *)"why", true };
  ck_assert_int_eq(bisect_log_add(self, &entry, NULL, NULL), RD_OK);
  add(self, "cc", BISECT_GOOD);
  (void)bisect_log_entries(&count, self);
  ck_assert_uint_eq(count, 0);
  bisect_log_free(self);
  self = open_log(true);
  add(self, "dd", BISECT_GOOD);
  const bisect_entry *entries = bisect_log_entries(&count, self);
  ck_assert_uint_eq(count, 3);
  ck_assert_str_eq(entries[0].name, "gcc 12");
  ck_assert_int_eq(entries[0].answer, BISECT_BAD);
  ck_assert_ptr_null(entries[0].detail);
  ck_assert_str_eq(entries[1].name, "bb");
  ck_assert_int_eq(entries[1].answer, BISECT_SKIP);
  ck_assert_str_eq(entries[1].detail, "why");
  ck_assert(entries[1].flaky && !entries[0].flaky && !entries[2].flaky);
  ck_assert_ptr_null(entries[2].detail);
  bisect_log_free(self);
}
END_TEST

/* _i: how many bytes a kill has left of the second answer; then it goes on. */
START_TEST(test_bisect_log__half_an_answer_is_none)
{
  static const char second[] = "# skip: [bb] s\n# detail: d\n# flaky\n"
                               "git bisect skip bb\n";
  bool whole = (size_t)_i == strlen(second);
  size_t count;
  bisect_log_free(open_log(false));
  char *text = mem_format("%s%.*s", HEAD ANSWER, _i, second);
  write_log(text);
  free(text);
  bisect_log *self = open_log(true);
  const bisect_entry *entries = bisect_log_entries(&count, self);
  ck_assert_uint_eq(count, whole ? 2 : 1);
  ck_assert(!whole || entries[1].flaky);
  add(self, "cc", BISECT_GOOD);
  bisect_log_free(self);
  self = open_log(true);
  entries = bisect_log_entries(&count, self);
  ck_assert_uint_eq(count, whole ? 3 : 2);
  ck_assert_str_eq(entries[count - 1].name, "cc");
  ck_assert_ptr_null(entries[count - 1].detail);
  ck_assert(!entries[count - 1].flaky);
  bisect_log_free(self);
}
END_TEST

START_TEST(test_bisect_log__cut_head_is_made_whole)
{
  bisect_log_free(open_log(false));
  write_log("# clang-hdd bisect key\ngit bis");
  bisect_log_free(open_log(true));
  expect_contents(HEAD);
  write_log("# clang-hdd bis");
  expect_refusal(RD_ERR_NOTFOUND, "nothing to continue");
  write_log("");
  expect_refusal(RD_ERR_NOTFOUND, "nothing to continue");
}
END_TEST

START_TEST(test_bisect_log__what_is_no_log_of_ours_is_refused)
{
  expect_refusal(RD_ERR_NOTFOUND, "to continue");
  bisect_log_free(open_log(false));
  write_log("# clang-hdd bisect other\ngit bisect start\n");
  expect_refusal(RD_ERR_INVALID, "another bisection");
  write_log("git bisect start\n" ANSWER);
  expect_refusal(RD_ERR_INVALID, "not the log of a bisection");
  write_log("# clang-hdd bisect key\ngit bisect start '--first-parent'\n");
  expect_refusal(RD_ERR_INVALID, "damaged (line 2)");
  write_log("# clang-hdd bisect key\ngit bisect start '--first-parent' 'a'\n");
  expect_refusal(RD_ERR_INVALID, "damaged (line 2)");
  static const char with_nul[] = "# clang-hdd bisect key\ngit bisect\0start\n";
  ck_assert_int_eq(file_write(path, with_nul, sizeof with_nul - 1, NULL),
                   RD_OK);
  expect_refusal(RD_ERR_INVALID, "not the log of a bisection");
  static const char *const lines[] = {
    "nonsense",           "", "git bisect", "git bisect bad", "git bisect bad ",
    "git bisect badly aa"
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    char *text = mem_format("%s%s\n" ANSWER, HEAD, lines[i]);
    write_log(text);
    free(text);
    expect_refusal(RD_ERR_INVALID, "damaged (line 3)");
  }
  ck_assert_int_eq(unlink(path), 0);
  ck_assert_int_eq(mkfifo(path, 0600), 0);
  expect_refusal(RD_ERR_INVALID, "is not a file");
}
END_TEST

/* ---- trouble ---- */

START_TEST(test_bisect_log__second_process_is_refused)
{
  bisect_log *self = open_log(false), *second;
  add(self, "aa", BISECT_BAD);
  expect_refusal(RD_ERR_INVALID, "another process is at work");
  rd_error err;
  ck_assert_int_eq(bisect_log_open(&second, path, "key", false, false, &err),
                   RD_ERR_INVALID);
  expect_contents(HEAD ANSWER);
  bisect_log_free(self);
  bisect_log_free(open_log(true));
}
END_TEST

START_TEST(test_bisect_log__killed_process_leaves_its_answers)
{
  int status;
  pid_t pid = fork();
  if (!pid) {
    bisect_log *self = open_log(false);
    add(self, "aa", BISECT_BAD);
    (void)kill(getpid(), SIGKILL);
  }
  ck_assert_int_eq(waitpid(pid, &status, 0), pid);
  ck_assert(WIFSIGNALED(status));
  size_t count;
  bisect_log *self = open_log(true);
  (void)bisect_log_entries(&count, self);
  ck_assert_uint_eq(count, 1);
  bisect_log_free(self);
}
END_TEST

/* What is whole stays, and when there is room again, it goes on. */
START_TEST(test_bisect_log__what_does_not_fit_leaves_no_half)
{
  bisect_log *self = open_log(false);
  struct rlimit old, small;
  ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &old), 0);
  small = (struct rlimit){ sizeof HEAD + 10, old.rlim_max };
  (void)signal(SIGXFSZ, SIG_IGN);
  ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &small), 0);
  bisect_entry entry = { (char *)"bb", BISECT_BAD, NULL, false };
  rd_error err = { 0 };
  ck_assert_int_eq(bisect_log_add(self, &entry, "a subject", &err), RD_ERR_IO);
  ck_assert_ptr_nonnull(strstr(err.message, path));
  ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &old), 0);
  expect_contents(HEAD);
  add(self, "aa", BISECT_BAD);
  expect_contents(HEAD ANSWER);
  bisect_log_free(self);
}
END_TEST

START_TEST(test_bisect_log__folder_that_cannot_be_made_is_told)
{
  bisect_log *self;
  rd_error err = { 0 };
  ck_assert_int_eq(
      bisect_log_open(&self, "/proc/none/log", "key", false, false, &err),
      RD_ERR_IO);
  ck_assert_ptr_nonnull(strstr(err.message, "/proc/none"));
}
END_TEST

/* ---- git ---- */

/* A work tree with eight commits in a line; their ids, by number. */
static strings make_line(const char *folder)
{
  textbuf stream = { 0 };
  git_init(folder);
  for (unsigned i = 1; i <= 8; i++)
    import_add(&stream,
               &(import_commit){ "main", i, (unsigned[]){ i - 1, 0 },
                                 1700000000 + i, "f", i % 2 ? "x" : "y" });
  git_import(folder, &stream);
  git_run(folder, "reset -q --hard");
  return import_ids(folder);
}

START_TEST(test_bisect_log__git_replays_it)
{
  char *folder = mem_format("%s/repository", top);
  strings ids = make_line(folder);
  bisect_log *self;
  ck_assert_int_eq(bisect_log_open(&self, path, "key", true, false, NULL),
                   RD_OK);
  add(self, ids.data[8], BISECT_BAD);
  add(self, ids.data[1], BISECT_GOOD);
  bisect_entry entry = { ids.data[4], BISECT_SKIP, (char *)"git bisect bad",
                         true };
  ck_assert_int_eq(bisect_log_add(self, &entry, "git bisect good", NULL),
                   RD_OK);
  ck_assert_int_eq(bisect_log_note(self, "git bisect reset", NULL), RD_OK);
  char *replay = mem_format("bisect replay %s", path);
  git_run(folder, replay);
  char *said = git_output(folder, "bisect log | grep -v '^#'");
  char *expected = mem_format("git bisect start '--first-parent'\n"
                              "git bisect bad %s\ngit bisect good %s\n"
                              "git bisect skip %s",
                              ids.data[8], ids.data[1], ids.data[4]);
  ck_assert_str_eq(said, expected);
  bisect_log_free(self);
  strings_free(&ids);
  free(folder);
  free(replay);
  free(said);
  free(expected);
}
END_TEST
int main(void)
{
  Suite *suite = suite_create("bisect_log");
  TCase *tcase = tcase_create("bisect_log");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  tcase_set_timeout(tcase, 60);
  tcase_add_test(tcase, test_bisect_log__answers_are_commands_of_git);
  tcase_add_test(tcase, test_bisect_log__notes_come_together);
  tcase_add_test(tcase, test_bisect_log__last_end_is_last);
  tcase_add_test(tcase, test_bisect_log__nothing_is_written_twice);
  tcase_add_test(tcase, test_bisect_log__name_that_is_no_line_is_refused);
  tcase_add_test(tcase, test_bisect_log__new_log_replaces_the_old);
  tcase_add_test(tcase, test_bisect_log__new_log_replaces_nothing_else);
  tcase_add_test(tcase, test_bisect_log__answers_survive_the_process);
  tcase_add_loop_test(tcase, test_bisect_log__half_an_answer_is_none, 0, 55);
  tcase_add_test(tcase, test_bisect_log__cut_head_is_made_whole);
  tcase_add_test(tcase, test_bisect_log__what_is_no_log_of_ours_is_refused);
  tcase_add_test(tcase, test_bisect_log__second_process_is_refused);
  tcase_add_test(tcase, test_bisect_log__killed_process_leaves_its_answers);
  tcase_add_test(tcase, test_bisect_log__what_does_not_fit_leaves_no_half);
  tcase_add_test(tcase, test_bisect_log__folder_that_cannot_be_made_is_told);
  tcase_add_test(tcase, test_bisect_log__git_replays_it);
  suite_add_tcase(suite, tcase);
  return run_suite(suite);
}
