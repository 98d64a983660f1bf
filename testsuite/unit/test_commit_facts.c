/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The facts of a commit. */
#include <stdlib.h>
#include <string.h>

#include "git/history.h"
#include "project_fixture.h"

/* The facts of a commit that a shell command, run in the project, prints the id
 * of. */
static commit_facts facts_of(const char *command)
{
  char *whole = mem_format("cd '%s' && { %s; }", project, command);
  char *digits = shell_output(whole);
  object_id id;
  history *from;
  commit_facts facts;
  rd_error err = { 0 };
  ck_assert_msg(object_id_parse(&id, digits), "%s", digits);
  ck_assert_msg(!history_open(&from, project, &err), "%s", err.message);
  ck_assert_msg(!history_facts(&facts, from, &id, &err), "%s", err.message);
  history_free(from);
  free(digits);
  free(whole);
  return facts;
}

static char *files_of(const commit_facts *facts)
{
  textbuf out = { 0 };
  text_puts(&out, "");
  for (size_t i = 0; i < facts->files.size; i++)
    text_printf(&out, "%s%s", i ? "|" : "", facts->files.data[i]);
  return out.data;
}

static void assert_files(const char *command, const char *expected)
{
  commit_facts facts = facts_of(command);
  char *files = files_of(&facts);
  ck_assert_str_eq(files, expected);
  free(files);
  commit_facts_dispose(&facts);
}

static const char make_commits[] =
    "mkdir -p b/c && echo a >a && echo b >b/c/d && ln -s a l && "
    "echo e >\"$(printf 'odd\\377 n')\" && git add . && git commit -qm 1 && "
    "git checkout -q -b side && git mv a z && git commit -qm 2 && "
    "git checkout -q main && rm l && echo l >l && echo B >>b/c/d && "
    "git commit -qam 3 && git merge -q -m 4 side && git tag 4 && "
    "git update-index --add --cacheinfo "
    "160000,1234567890123456789012345678901234567890,m && git commit -qm 5";

START_TEST(test_commit_facts__files_are_those_that_differ)
{
  char *command = mem_format("cd '%s' && %s", project, make_commits);
  free(shell_output(command));
  assert_files("git rev-parse main", "m");
  assert_files("git rev-parse 4", "a|z"); /* a merge: from its first parent */
  assert_files("git rev-parse 4^", "b/c/d|l");
  assert_files("git rev-parse 4^2", "a|z");
  assert_files("git rev-parse 4~2", "a|b/c/d|l|odd\\xff n");
  commit_facts facts = facts_of("git rev-parse 4");
  ck_assert_uint_eq(facts.parent_count, 2);
  commit_facts_dispose(&facts);
  free(command);
}
END_TEST

START_TEST(test_commit_facts__dates_are_of_their_own_zone)
{
  commit_facts facts = facts_of(
      "export GIT_AUTHOR_DATE='1769857200 +0100'; "
      "export GIT_COMMITTER_DATE='1769857200 -0330'; git commit -q "
      "--allow-empty -m '  A subject of its own  \n\nbody' && git rev-parse @");
  ck_assert_str_eq(facts.author_date, "2026-01-31 12:00:00 +0100");
  ck_assert_str_eq(facts.commit_date, "2026-01-31 07:30:00 -0330");
  ck_assert_str_eq(facts.author, "A. Author <author@example.org>");
  ck_assert_str_eq(facts.subject, "A subject of its own");
  commit_facts_dispose(&facts);
}
END_TEST

/* A commit whose header and message are these, in the notation of printf. */
static commit_facts facts_of_text(const char *text)
{
  char *command = mem_format("tree=$(git mktree </dev/null); printf '%s' | "
                             "sed \"s/^tree/tree $tree/\" | "
                             "git hash-object -t commit -w --stdin --literally",
                             text);
  commit_facts facts = facts_of(command);
  free(command);
  return facts;
}

START_TEST(test_commit_facts__texts_become_utf8)
{
  static const struct {
    const char *encoding, *name, *expected;
  } rows[] = {
    { "encoding ISO-8859-1\\n", "J\\351r\\364me", "Jérôme" },
    { "encoding Shift_JIS\\n", "\\223\\372\\226{", "日本" },
    { "encoding ISO-2022-JP\\n", "\\033$B$\\042\\033(B!", "あ!" },
    { "encoding utf-8\\n", "J\\303\\251r\\364me", "Jér\\xf4me" },
    { "encoding no-such-one\\n", "J\\351r", "J\\xe9r" },
    { "", "J\\351r", "J\\xe9r" },
    { "", "J\\303\\251r", "Jér" },
    { "encoding ASCII\\n", "J\\351\\351\\351r", "J\\xe9\\xe9\\xe9r" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char *text = mem_format("tree\\nauthor %s <a@b> 1 +0000\\n"
                            "committer c <c@d> 1 +0000\\n%s\\n%s\\n",
                            rows[i].name, rows[i].encoding, rows[i].name);
    commit_facts facts = facts_of_text(text);
    char *author = mem_format("%s <a@b>", rows[i].expected);
    ck_assert_str_eq(facts.subject, rows[i].expected);
    ck_assert_str_eq(facts.author, author);
    commit_facts_dispose(&facts);
    free(author);
    free(text);
  }
}
END_TEST

START_TEST(test_commit_facts__odd_headers_are_read)
{
  static const struct {
    const char *author, *name, *date;
  } rows[] = {
    { "author nobody", "nobody", "" },
    { "author A <a@b>", "A <a@b>", "" },
    { "author A <a@b> never", "A <a@b>", "" },
    { "author <> 0 +0000", "<>", "1970-01-01 00:00:00 +0000" },
    { "author A <a@b> 1700000000", "A <a@b>", "2023-11-14 22:13:20 +0000" },
    { "author A <a>b> 5 -0000", "A <a>b>", "1970-01-01 00:00:05 +0000" },
    { "author A <a@b> 999999999999999999 +0100", "A <a@b>", "" },
    { "author A <a@b> 0 +123456", "A <a@b>", "1970-01-01 00:00:00 +0000" },
    { "gpgsig x\\n author B <b> 9 +0000\\nauthor A <a> 1 +0001", "A <a>",
      "1970-01-01 00:01:01 +0001" },
    { "note", "", "" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char *text = mem_format("tree\\n%s\\ncommitter C\\n", rows[i].author);
    commit_facts facts = facts_of_text(text);
    ck_assert_str_eq(facts.author, rows[i].name);
    ck_assert_str_eq(facts.author_date, rows[i].date);
    ck_assert_str_eq(facts.commit_date, "");
    ck_assert_str_eq(facts.subject, "");
    commit_facts_dispose(&facts);
    free(text);
  }
}
END_TEST

START_TEST(test_commit_facts__of_no_commit_are_an_error)
{
  object_id id;
  history *from;
  commit_facts facts;
  rd_error err = { 0 };
  git_run(project, "commit -q --allow-empty -m 1");
  char *tree = git_output(project, "rev-parse @^{tree}");
  ck_assert(!history_open(&from, project, &err));
  ck_assert(object_id_parse(&id, tree));
  ck_assert_int_eq(history_facts(&facts, from, &id, &err), RD_ERR_IO);
  ck_assert_msg(strstr(err.message, "is not a commit"), "%s", err.message);
  id.bytes[0] ^= 1;
  ck_assert_int_eq(history_facts(&facts, from, &id, &err), RD_ERR_NOTFOUND);
  ck_assert_msg(strstr(err.message, "is missing in"), "%s", err.message);
  history_free(from);
  free(tree);
}
END_TEST

static const fixture_test tests[] = {
  &test_commit_facts__files_are_those_that_differ,
  &test_commit_facts__dates_are_of_their_own_zone,
  &test_commit_facts__texts_become_utf8,
  &test_commit_facts__odd_headers_are_read,
  &test_commit_facts__of_no_commit_are_an_error,
};

int main(void)
{
  return run_fixture("commit_facts", tests, sizeof tests / sizeof *tests,
                     project_set_up, project_tear_down);
}
