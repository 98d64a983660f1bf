/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Files of commits, and who brought their lines in, against git's own answers. */
#include "git/history.h"

#include <stdlib.h>
#include <string.h>

#include "project_fixture.h"

/* How many of the lines of a file are not from the commit that git says. */
static unsigned count_differences(const history *self, const char *revision,
                                  const char *path, unsigned *lines_out)
{
  char *words = mem_format("blame --line-porcelain %s -- '%s' | "
                           "grep -E '^[0-9a-f]{40} [0-9]+ [0-9]+' | "
                           "cut -d' ' -f1",
                           revision, path);
  char *expected = git_output(project, words);
  uint32_t lines = (uint32_t)(strlen(expected) + 1) / (OBJECT_ID_DIGITS + 1);
  object_id id = id_of(self, revision);
  commit_graph graph;
  object_id *origins = mem_alloc(lines + 1, sizeof *origins);
  rd_error err = { 0 };
  unsigned differences = 0;
  ck_assert(!history_between(&graph, self, &id, NULL, 0, false, NULL));
  ck_assert_msg(!history_blame(origins, self, &graph, path, 1, lines, &err),
                "%s", err.message);
  for (uint32_t i = 0; i < lines; i++) {
    char digits[OBJECT_ID_DIGITS + 1];
    object_id_digits(digits, &origins[i]);
    differences += !starts_with(expected + i * (OBJECT_ID_DIGITS + 1), digits);
  }
  *lines_out = lines;
  commit_graph_dispose(&graph);
  free(origins);
  free(expected);
  free(words);
  return differences;
}

static void assert_blame(const history *self, const char *revision,
                         const char *path)
{
  unsigned lines;
  ck_assert_uint_eq(count_differences(self, revision, path, &lines), 0);
}

/* ---- random histories ---- */

enum { COMMITS = 60, LINES = 40, MOST_LINES = 120 };

/* A text of numbered lines; each number is that of a line's words. */
typedef struct version {
  unsigned lines[MOST_LINES];
  unsigned count;
  unsigned name; /* of the file */
} version;

static unsigned draw(unsigned long long *seed, unsigned below)
{
  *seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(*seed >> 33) % below;
}

/* A few lines are added, removed and changed. Words come again, as braces do. */
static void edit(version *self, unsigned long long *seed)
{
  for (unsigned edits = 1 + draw(seed, 4); edits; edits--) {
    unsigned at = draw(seed, self->count), size = 1 + draw(seed, 4);
    unsigned what = draw(seed, 3);
    if (what == 0 && self->count + size < MOST_LINES) {
      memmove(self->lines + at + size, self->lines + at,
              (self->count - at) * sizeof *self->lines);
      self->count += size;
    } else if (what == 1 && self->count - at > size + 5) {
      memmove(self->lines + at, self->lines + at + size,
              (self->count - at - size) * sizeof *self->lines);
      self->count -= size;
      continue;
    }
    for (unsigned i = at; i < at + size && i < self->count; i++)
      self->lines[i] = draw(seed, 3) ? draw(seed, 1000000) : draw(seed, 8);
  }
}

/* The first half of the one and the second of the other. */
static void merge(version *self, const version *other)
{
  unsigned half = self->count / 2;
  for (unsigned i = half; i < other->count; i++)
    self->lines[i] = other->lines[i];
  if (other->count > half)
    self->count = other->count;
}

static char *text_of(const version *self)
{
  textbuf out = { 0 };
  for (unsigned i = 0; i < self->count; i++)
    text_printf(&out, "%*sline %u\n", (int)(self->lines[i] % 3), "",
                self->lines[i]);
  return out.data;
}

/* Adds a commit; files are called f0, f1, ... after a rename. */
static void add_commit(textbuf *stream, unsigned mark, const unsigned *parents,
                       const version *now, const version *before)
{
  char *text = text_of(now), *file = mem_format("src/f%u", now->name);
  import_add(stream,
             &(import_commit){ "main", mark, parents,
                               1700000000 + mark / 2 * 10, file, text });
  if (before && before->name != now->name)
    text_printf(stream, "D src/f%u\n", before->name);
  text_printf(stream, "M 100644 inline other%u\ndata 2\nx\n\n", mark);
  free(file);
  free(text);
}

/* A random history of a file; the last version's name. */
static unsigned make_random(unsigned long long seed)
{
  static version versions[COMMITS + 1];
  textbuf stream = { 0 };
  for (unsigned i = 1; i <= COMMITS; i++) {
    version *now = &versions[i];
    unsigned reach = i - 1 < 5 ? i - 1 : 5, first = 0, second = 0;
    if (i == 1) {
      *now = (version){ .count = LINES };
      for (unsigned j = 0; j < LINES; j++)
        now->lines[j] = draw(&seed, 100000);
    } else {
      first = i - 1 - draw(&seed, reach);
      *now = versions[first];
      if (i > 2 && !draw(&seed, 3))
        second = i - 1 - draw(&seed, reach);
      if (second && second != first)
        merge(now, &versions[second]);
      else
        second = 0;
      if (!second || !draw(&seed, 3))
        edit(now, &seed);
      if (!second && !draw(&seed, 8))
        now->name++;
    }
    const unsigned parents[] = { first, second, 0 };
    add_commit(&stream, i, parents, now, first ? &versions[first] : NULL);
  }
  git_import(project, &stream);
  return versions[COMMITS].name;
}

START_TEST(test_git_lines__blame_is_what_git_blame_says)
{
  unsigned name = make_random((unsigned long long)_i + 1);
  char *path = mem_format("src/f%u", name);
  char *state = folder_state(project);
  history *self = open_history(project);
  assert_blame(self, "main", path);
  history_free(self);
  char *after = folder_state(project);
  ck_assert_msg(!strcmp(after, state), "written to");
  free(after);
  free(state);
  free(path);
}
END_TEST

/* ---- single facts ---- */

/* Most of these clones end in several commits. */
START_TEST(test_git_lines__blame_ends_where_a_clone_ends)
{
  unsigned name = make_random((unsigned long long)_i + 1);
  char *path = mem_format("src/f%u", name);
  char *command = mem_format("git clone -q --depth 5 'file://%s' '%s/shallow'",
                             project, top);
  free(shell_output(command));
  free(project);
  project = mem_format("%s/shallow", top);
  history *self = open_history(project);
  assert_blame(self, "HEAD", path);
  history_free(self);
  free(command);
  free(path);
}
END_TEST

START_TEST(test_git_lines__odd_files_have_origins)
{
  textbuf stream = { 0 };
  import_add(&stream,
             &(import_commit){ "main", 1, NULL, 1700000000, "empty", "" });
  text_puts(&stream, "M 100644 inline open\ndata 3\na\nb\n");
  text_puts(&stream, "M 100644 inline crlf\ndata 6\na\r\nb\r\n");
  text_puts(&stream, "M 100644 inline dir/\"q\ndata 2\nx\n\n");
  import_add(&stream, &(import_commit){ "main", 2, (const unsigned[]){ 1, 0 },
                                        1700000100, "nul", "a" });
  text_puts(&stream, "M 100644 inline open\ndata 5\na\nb\nc\n");
  git_import(project, &stream);
  history *self = open_history(project);
  static const char *const files[] = { "empty", "open", "crlf", "dir/\"q",
                                       "nul" };
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    assert_blame(self, "main", files[i]);
  history_free(self);
}
END_TEST

/* Which of many equal lines is the new one? */
START_TEST(test_git_lines__long_files_are_compared_as_git_does)
{
  textbuf stream = { 0 }, text = { 0 };
  static const unsigned first[] = { 1, 0 };
  for (unsigned i = 0; i < 1000; i++)
    text_printf(&text, "line %u\n}\n", i / 400);
  import_commit commit = { "main", 1, NULL, 1700000000, "long", text.data };
  import_add(&stream, &commit);
  char *longer = mem_format("%s%s", "line 0\n}\n", text.data);
  commit = (import_commit){ "main", 2, first, 1700000100, "long", longer };
  import_add(&stream, &commit);
  git_import(project, &stream);
  history *self = open_history(project);
  assert_blame(self, "main", "long");
  history_free(self);
  free(longer);
  text_free(&text);
}
END_TEST

static void expect_new(const char *now, const char *older, const char *wanted)
{
  uint32_t *found;
  size_t count;
  textbuf out = { 0 };
  text_new_lines(&found, &count, older, strlen(older), now, strlen(now));
  text_puts(&out, "");
  for (size_t i = 0; i < count; i++)
    text_printf(&out, "%u ", found[i]);
  ck_assert_str_eq(out.data, wanted);
  text_free(&out);
  free(found);
}

START_TEST(test_git_lines__new_lines_are_those_that_were_not_there)
{
  expect_new("a\nb\nc\n", "a\nc\n", "2 ");
  expect_new("a\nb\nc\n", "a\nx\nc\n", "2 ");
  expect_new("a\n", "a\nb\n", "");
  expect_new("a\nb", "", "1 2 ");
  expect_new("", "a\n", "");
}
END_TEST

START_TEST(test_git_lines__files_are_read_by_path)
{
  static const char *const missing[] = { "src",    "src/",  "src/f0/x", "f0",
                                         "src/f9", "other", "/src/f0",  "" };
  (void)make_random(3);
  history *self = open_history(project);
  object_id id = id_of(self, "main~3");
  char *name = git_output(project, "ls-tree --name-only main~3 src/");
  char *words = mem_format("show main~3:%s", name), *text;
  char *expected = git_output(project, words);
  size_t size;
  ck_assert(!history_file(&text, &size, self, &id, name, NULL));
  ck_assert_uint_eq(size, strlen(expected) + 1); /* the newline */
  ck_assert_mem_eq(text, expected, size - 1);
  for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) {
    char *none;
    rd_error err = { 0 };
    ck_assert_int_eq(history_file(&none, &size, self, &id, missing[i], &err),
                     RD_ERR_NOTFOUND);
    ck_assert_msg(strstr(err.message, "has no file"), "%s", err.message);
  }
  free(text);
  free(expected);
  free(words);
  free(name);
  history_free(self);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("lines");
  TCase *all = tcase_create("lines");
  tcase_add_checked_fixture(all, project_set_up, project_tear_down);
  tcase_add_loop_test(all, test_git_lines__blame_is_what_git_blame_says, 0, 40);
  tcase_add_loop_test(all, test_git_lines__blame_ends_where_a_clone_ends, 0,
                      10);
  tcase_add_test(all, test_git_lines__odd_files_have_origins);
  tcase_add_test(all, test_git_lines__long_files_are_compared_as_git_does);
  tcase_add_test(all, test_git_lines__new_lines_are_those_that_were_not_there);
  tcase_add_test(all, test_git_lines__files_are_read_by_path);
  suite_add_tcase(suite, all);
  return run_suite(suite);
}
