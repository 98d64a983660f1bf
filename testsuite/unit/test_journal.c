/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The journal: what git finds in it, and what is left after a kill. */
#include "git/journal.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"
#include "base/text.h"
#include "git/repository.h"
#include "reduce/process.h"
#include "run_fixture.h"

static char *top, *folder;

static void set_up(void)
{
  (void)signal(SIGPIPE, SIG_IGN);
  ck_assert_int_eq(rd_scratch_new(&top, NULL), RD_OK);
  folder = mem_format("%s/bug.hdd", top);
}

static void tear_down(void)
{
  rd_scratch_remove(top);
  free(top);
  free(folder);
}

static journal *open_journal(void)
{
  journal *self;
  rd_error err = { 0 };
  ck_assert_msg(!journal_open(&self, folder, true, &err), "%s", err.message);
  return self;
}

static void start(journal *self, unsigned run)
{
  rd_error err = { 0 };
  ck_assert_msg(!journal_start(self, run, "bug.c", &err), "%s", err.message);
}

static void add(journal *self, const char *text)
{
  char *message = mem_format("made %s\n\nbody\n", text);
  journal_add(self, text, strlen(text), message);
  free(message);
}

/* Hands the words to the run, to its end. */
static void write_run(unsigned run, const char *const *words)
{
  journal *self = open_journal();
  start(self, run);
  for (; *words; words++)
    add(self, *words);
  journal_end(self);
  ck_assert_msg(!journal_problem(self), "%s", journal_problem(self));
  journal_free(self);
}

static repository *open_repository(void)
{
  repository *self;
  char *path = mem_format("%s/journal.git", folder);
  rd_error err = { 0 };
  ck_assert_msg(!repository_open(&self, path, false, &err), "%s", err.message);
  free(path);
  return self;
}

/* The texts of a branch, oldest first, a blank after each; caller's. */
static char *texts_of(const char *branch)
{
  repository *self = open_repository();
  object_id *ids;
  size_t count;
  textbuf out = { 0 };
  text_puts(&out, "");
  ck_assert(!repository_history(&ids, &count, self, branch, NULL));
  for (size_t i = 0; i < count; i++) {
    char *text;
    size_t size;
    ck_assert(!repository_text(&text, &size, self, &ids[i], NULL));
    text_add(&out, text, size);
    text_puts(&out, " ");
    free(text);
  }
  free(ids);
  repository_free(self);
  return out.data;
}

static void assert_texts(const char *branch, const char *expected)
{
  char *texts = texts_of(branch);
  ck_assert_str_eq(texts, expected);
  free(texts);
}

#define WORDS(...) ((const char *const[]){ __VA_ARGS__, NULL })

START_TEST(test_journal__each_run_is_a_branch)
{
  write_run(1, WORDS("one", "two", "three"));
  write_run(2, WORDS("uno", "due"));
  assert_texts("run-1", "one two three ");
  assert_texts("run-2", "uno due ");
  journal *self = open_journal();
  ck_assert_uint_eq(journal_runs(self), 2);
  char *head = mem_format("%s/journal.git/HEAD", folder), *text;
  size_t size;
  ck_assert(!file_read(&text, &size, head, NULL));
  ck_assert_str_eq(text, "ref: refs/heads/run-2\n");
  free(text);
  free(head);
  ck_assert(!journal_last_text(&text, &size, self, 1, NULL));
  ck_assert_str_eq(text, "three");
  free(text);
  ck_assert_int_eq(journal_last_text(&text, &size, self, 3, NULL),
                   RD_ERR_NOTFOUND);
  journal_free(self);
}
END_TEST

START_TEST(test_journal__known_texts_are_not_written_again)
{
  write_run(1, WORDS("one", "two"));
  repository *self = open_repository();
  object_id before, after, *ids;
  size_t count;
  ck_assert(!repository_tip(&before, self, "run-1", NULL));
  repository_free(self);
  write_run(1, WORDS("one", "two", "three"));
  self = open_repository();
  ck_assert(!repository_history(&ids, &count, self, "run-1", NULL));
  ck_assert_uint_eq(count, 3);
  after = ids[1];
  ck_assert_mem_eq(&before, &after, sizeof before);
  free(ids);
  repository_free(self);
}
END_TEST

START_TEST(test_journal__fewer_texts_than_known_lose_nothing)
{
  write_run(1, WORDS("one", "two", "three"));
  write_run(1, WORDS("one"));
  assert_texts("run-1", "one two three ");
}
END_TEST

START_TEST(test_journal__other_texts_are_put_aside)
{
  write_run(1, WORDS("one", "two", "three"));
  write_run(1, WORDS("one", "2"));
  assert_texts("run-1", "one 2 ");
  assert_texts("run-1-aside-1", "one two three ");
  write_run(1, WORDS("I", "II", "III"));
  assert_texts("run-1", "I II III ");
  assert_texts("run-1-aside-2", "one 2 ");
}
END_TEST

/* Runs git; its output is the caller's. Skips the rest without one. */
static char *git(const char *arguments)
{
  char *line =
      mem_format("git --git-dir='%s/journal.git' %s 2>&1", folder, arguments);
  textbuf out = { 0 };
  text_puts(&out, "");
  FILE *pipe = popen(line, "r");
  ck_assert_ptr_nonnull(pipe);
  for (int byte; (byte = fgetc(pipe)) != EOF;) {
    char letter = (char)byte;
    text_add(&out, &letter, 1);
  }
  int status = pclose(pipe);
  ck_assert_msg(status == 0, "%s: %s", line, out.data);
  free(line);
  return out.data;
}

START_TEST(test_journal__git_reads_it)
{
  if (system("git --version >/dev/null 2>&1") != 0)
    return;
  write_run(1, WORDS("one", "two", "three"));
  char *out = git("fsck --full --strict");
  ck_assert_str_eq(out, "");
  free(out);
  out = git("log --format='%an %s'");
  ck_assert_str_eq(out, "clang-hdd made three\nclang-hdd made two\n"
                        "clang-hdd made one\n");
  free(out);
  out = git("show HEAD~1:bug.c");
  ck_assert_str_eq(out, "two");
  free(out);
  /* Packed objects and branches are read as well. */
  free(git("gc -q"));
  write_run(1, WORDS("one", "two", "three", "four"));
  assert_texts("run-1", "one two three four ");
}
END_TEST

/* Nobody's configuration, hooks or template get in. */
START_TEST(test_journal__users_configuration_is_not_read)
{
  char *config = mem_format("%s/.gitconfig", top);
  char *template = mem_format("%s/template", top);
  char *file = mem_format("%s/mark", template);
  char *text = mem_format("[init]\n\ttemplateDir = %s\n[user]\n\tname = I\n"
                          "[core]\n\tcompression = nonsense\n",
                          template);
  ck_assert_int_eq(mkdir(template, 0777), 0);
  ck_assert(!file_write(file, "x", 1, NULL));
  ck_assert(!file_write(config, text, strlen(text), NULL));
  ck_assert_int_eq(setenv("HOME", top, 1), 0);
  ck_assert_int_eq(setenv("GIT_TEMPLATE_DIR", template, 1), 0);
  ck_assert_int_eq(setenv("GIT_DIR", "/no-such-folder", 1), 0);
  write_run(1, WORDS("one"));
  assert_texts("run-1", "one ");
  char *mark = mem_format("%s/journal.git/mark", folder);
  char *hooks = mem_format("%s/journal.git/hooks", folder);
  ck_assert(!path_exists(mark));
  ck_assert(!path_exists(hooks));
  free(hooks);
  free(mark);
  free(text);
  free(file);
  free(template);
  free(config);
}
END_TEST

START_TEST(test_journal__large_texts_pass_the_pipe)
{
  size_t size = (size_t)5 << 20;
  char *text = mem_alloc(size + 1, 1);
  memset(text, 'x', size);
  journal *self = open_journal();
  start(self, 1);
  for (size_t i = 0; i < 4; i++) {
    text[i] = '\0';
    journal_add(self, text, size - i, "large");
  }
  journal_end(self);
  ck_assert_ptr_null(journal_problem(self));
  char *last;
  size_t last_size;
  ck_assert(!journal_last_text(&last, &last_size, self, 1, NULL));
  ck_assert_uint_eq(last_size, size - 3);
  ck_assert_mem_eq(last, text, last_size);
  free(last);
  journal_free(self);
  free(text);
}
END_TEST

START_TEST(test_journal__two_processes_do_not_mix)
{
  journal *self = open_journal(), *other;
  rd_error err = { 0 };
  ck_assert_int_eq(journal_open(&other, folder, true, &err), RD_ERR_INVALID);
  ck_assert_ptr_nonnull(strstr(err.message, folder));
  journal_free(self);
  journal_free(open_journal());
}
END_TEST

START_TEST(test_journal__missing_one_is_not_made_unasked)
{
  journal *self;
  ck_assert_int_eq(journal_open(&self, folder, false, NULL), RD_ERR_NOTFOUND);
  ck_assert(!path_exists(folder));
  ck_assert_int_eq(mkdir(folder, 0777), 0);
  ck_assert_int_eq(journal_open(&self, folder, false, NULL), RD_ERR_NOTFOUND);
  ck_assert_int_eq(rmdir(folder), 0);
  ck_assert(!file_write(folder, "x", 1, NULL));
  rd_error err = { 0 };
  ck_assert_int_eq(journal_open(&self, folder, true, &err), RD_ERR_IO);
  ck_assert_ptr_nonnull(strstr(err.message, folder));
}
END_TEST

START_TEST(test_journal__discarded_run_leaves_nothing)
{
  journal *self = open_journal();
  char *file = journal_file(self, 1, ".answers");
  ck_assert(!file_write(file, "x", 1, NULL));
  free(file);
  journal_discard(self, 1);
  journal_free(self);
  ck_assert(!path_exists(folder));
  write_run(1, WORDS("one"));
  self = open_journal();
  file = journal_file(self, 2, ".json");
  ck_assert(!file_write(file, "x", 1, NULL));
  journal_discard(self, 2);
  ck_assert(!path_exists(file));
  free(file);
  journal_free(self);
  assert_texts("run-1", "one ");
}
END_TEST

/* A writer that fails is reported once, and costs the caller nothing more. */
START_TEST(test_journal__failing_writer_is_told)
{
  journal *self = open_journal();
  char *path = mem_format("%s/journal.git", folder);
  ck_assert(!file_write(path, "x", 1, NULL));
  start(self, 1);
  for (int i = 0; i < 3; i++)
    add(self, "one");
  journal_end(self);
  ck_assert_ptr_nonnull(journal_problem(self));
  ck_assert_ptr_nonnull(strstr(journal_problem(self), "journal.git"));
  add(self, "one");
  journal_free(self);
  free(path);
}
END_TEST

/* The owner is killed while the pipe is full: the writer goes on to the end of
 * what it was sent, the next process waits for it, and fills in the rest. */
START_TEST(test_journal__kill_loses_no_text)
{
  enum { TEXTS = 200 };
  pid_t child = fork();
  if (!child) {
    journal *self = open_journal();
    start(self, 1);
    for (int i = 0; i < TEXTS; i++) {
      char *word = mem_format("%d", i);
      add(self, word);
      free(word);
    }
    (void)raise(SIGKILL);
  }
  int status;
  ck_assert_int_eq(waitpid(child, &status, 0), child);
  ck_assert(WIFSIGNALED(status));
  textbuf expected = { 0 };
  for (int i = 0; i < TEXTS; i++)
    text_printf(&expected, "%d ", i);
  journal *self = open_journal(); /* waits */
  assert_texts("run-1", expected.data);
  text_free(&expected);
  journal_free(self);
}
END_TEST

/* What a killed writer may leave does not stop the next. */
START_TEST(test_journal__leavings_are_removed)
{
  static const char *const names[] = { "refs/heads/run-1.lock", "HEAD.lock",
                                       "objects/tmp_object_git2_x" };
  write_run(1, WORDS("one"));
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char *path = mem_format("%s/journal.git/%s", folder, names[i]);
    ck_assert(!file_write(path, "", 0, NULL));
    free(path);
  }
  char *half = mem_format("%s/journal.git.new", folder);
  ck_assert_int_eq(mkdir(half, 0777), 0);
  write_run(1, WORDS("one", "two"));
  assert_texts("run-1", "one two ");
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char *path = mem_format("%s/journal.git/%s", folder, names[i]);
    ck_assert(!path_exists(path));
    free(path);
  }
  char *git_folder = mem_format("%s/journal.git", folder);
  rd_scratch_remove(git_folder);
  write_run(1, WORDS("one"));
  ck_assert(!path_exists(half));
  free(git_folder);
  free(half);
}
END_TEST

START_TEST(test_journal__text_digits_are_gits)
{
  char digits[OBJECT_ID_DIGITS + 1];
  text_digits(digits, "hello\n", 6); /* git hash-object says so */
  ck_assert_str_eq(digits, "ce013625030ba8dba906f756967f9e9ca394464a");
}
END_TEST

START_TEST(test_journal__texts_are_read_while_it_is_written)
{
  journal *self = open_journal();
  journal_texts *texts = NULL;
  char *text;
  size_t size;
  ck_assert_int_eq(journal_texts_open(&texts, self, NULL), RD_ERR_IO);
  start(self, 1);
  add(self, "one");
  add(self, "two");
  ck_assert(!journal_texts_open(&texts, self, NULL));
  ck_assert_uint_eq(journal_texts_count(texts), 2);
  ck_assert(!journal_text_at(&text, &size, texts, 0, NULL));
  ck_assert_str_eq(text, "one");
  free(text);
  journal_texts_free(texts);
  add(self, "three");
  ck_assert(!journal_texts_open(&texts, self, NULL));
  ck_assert_uint_eq(journal_texts_count(texts), 3);
  ck_assert(!journal_text_at(&text, &size, texts, 2, NULL));
  ck_assert_str_eq(text, "three");
  ck_assert_uint_eq(size, 5);
  free(text);
  journal_texts_free(texts);
  journal_end(self);
  ck_assert_msg(!journal_problem(self), "%s", journal_problem(self));
  journal_free(self);
  assert_texts("run-1", "one two three ");
}
END_TEST

/* What an earlier process has written beyond them is none of them. */
START_TEST(test_journal__texts_are_those_handed_over)
{
  write_run(1, WORDS("one", "two", "three"));
  journal *self = open_journal();
  journal_texts *texts = NULL;
  start(self, 1);
  add(self, "one");
  ck_assert(!journal_texts_open(&texts, self, NULL));
  ck_assert_uint_eq(journal_texts_count(texts), 1);
  journal_texts_free(texts);
  journal_free(self);
}
END_TEST

int main(void)
{
  static const fixture_test tests[] = {
    &test_journal__each_run_is_a_branch,
    &test_journal__known_texts_are_not_written_again,
    &test_journal__fewer_texts_than_known_lose_nothing,
    &test_journal__other_texts_are_put_aside,
    &test_journal__git_reads_it,
    &test_journal__users_configuration_is_not_read,
    &test_journal__large_texts_pass_the_pipe,
    &test_journal__two_processes_do_not_mix,
    &test_journal__missing_one_is_not_made_unasked,
    &test_journal__discarded_run_leaves_nothing,
    &test_journal__failing_writer_is_told,
    &test_journal__kill_loses_no_text,
    &test_journal__leavings_are_removed,
    &test_journal__text_digits_are_gits,
    &test_journal__texts_are_read_while_it_is_written,
    &test_journal__texts_are_those_handed_over,
  };
  return run_fixture("journal", tests, sizeof tests / sizeof *tests, set_up,
                     tear_down);
}
