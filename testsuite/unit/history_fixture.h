/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Repositories for tests, made with the git program, and git's own answers
 * about them. No configuration of the user's or the system's is seen.
 */
#ifndef TEST_HISTORY_FIXTURE_H
#define TEST_HISTORY_FIXTURE_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "base/text.h"

/* Who commits, and when unless a test says otherwise. Call it first. */
static inline void history_set_up(void)
{
  static const char *const variables[][2] = {
    { "GIT_CONFIG_GLOBAL", "/dev/null" },
    { "GIT_CONFIG_NOSYSTEM", "1" },
    { "GIT_AUTHOR_NAME", "A. Author" },
    { "GIT_AUTHOR_EMAIL", "author@example.org" },
    { "GIT_AUTHOR_DATE", "1700000000 +0100" },
    { "GIT_COMMITTER_NAME", "C. Committer" },
    { "GIT_COMMITTER_EMAIL", "committer@example.org" },
    { "GIT_COMMITTER_DATE", "1700000000 +0000" },
  };
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
    ck_assert_int_eq(setenv(variables[i][0], variables[i][1], 1), 0);
}

/* What a shell command prints, without the newline at its end; caller's. It has
 * to end well. */
static inline char *shell_output(const char *command)
{
  textbuf out = { 0 };
  char bytes[4096];
  size_t got;
  FILE *from = popen(command, "r");
  ck_assert_ptr_nonnull(from);
  text_puts(&out, "");
  while ((got = fread(bytes, 1, sizeof bytes, from)) > 0)
    text_add(&out, bytes, got);
  ck_assert_msg(pclose(from) == 0, "failed: %s", command);
  if (out.size && out.data[out.size - 1] == '\n')
    out.data[--out.size] = '\0';
  return out.data;
}

/* What `git -C FOLDER WORDS` prints, likewise; the words are quoted for the
 * shell. */
static inline char *git_output(const char *folder, const char *words)
{
  char *command = mem_format("git -C '%s' %s", folder, words);
  char *output = shell_output(command);
  free(command);
  return output;
}

static inline void git_run(const char *folder, const char *words)
{
  free(git_output(folder, words));
}

/* Makes a repository with a work tree and the branch `main`. */
static inline void git_init(const char *folder)
{
  char *command = mem_format("git init -q --template= -b main '%s'", folder);
  free(shell_output(command));
  free(command);
}

/* ---- whole histories at once ---- */

/* One commit, appended to what git_import takes: it has the marks of its
 * parents (ended by 0; the first of them is the one whose files it starts from)
 * and one file of the text, and becomes the tip of the branch. */
typedef struct import_commit {
  const char *branch; /* "main" */
  unsigned mark;      /* from 1 */
  const unsigned *parents;
  long long seconds; /* of author and committer */
  const char *file;
  const char *text;
} import_commit;

static inline void import_add(textbuf *stream, const import_commit *commit)
{
  const unsigned *parents = commit->parents;
  text_printf(stream, "reset refs/heads/%s\n", commit->branch);
  text_printf(stream, "commit refs/heads/%s\nmark :%u\n", commit->branch,
              commit->mark);
  text_printf(stream, "author A. Author <author@example.org> %lld +0100\n",
              commit->seconds);
  text_printf(stream, "committer C. Committer <c@example.org> %lld +0000\n",
              commit->seconds);
  char *subject = mem_format("commit %u\n", commit->mark);
  text_printf(stream, "data %zu\n%s", strlen(subject), subject);
  free(subject);
  for (size_t i = 0; parents && parents[i]; i++)
    text_printf(stream, "%s :%u\n", i ? "merge" : "from", parents[i]);
  text_printf(stream, "M 100644 inline %s\ndata %zu\n%s\n", commit->file,
              strlen(commit->text), commit->text);
}

/* Reads the stream into the repository, and frees it. Branches are there then,
 * the work tree stays as it is. */
static inline void git_import(const char *folder, textbuf *stream)
{
  char *command = mem_format("git -C '%s' fast-import --quiet --force "
                             "--export-marks='%s/.git/marks'",
                             folder, folder);
  FILE *to = popen(command, "w");
  ck_assert_ptr_nonnull(to);
  ck_assert_uint_eq(fwrite(stream->data, 1, stream->size, to), stream->size);
  ck_assert_msg(pclose(to) == 0, "failed: %s", command);
  free(command);
  text_free(stream);
}

/* The ids of all commits that were imported last, by mark: data[mark]
 * (data[0] is empty). Owner: the caller's, with strings_free. */
static inline strings import_ids(const char *folder)
{
  char *command =
      mem_format("tr -d : <'%s/.git/marks' | sort -n | cut -d' ' -f2", folder);
  char *output = shell_output(command);
  strings ids = { 0 };
  strings_add(&ids, "");
  const char *at = output, *end = output + strlen(output);
  while (at < end)
    strings_take(&ids, next_line(&at, end));
  free(output);
  free(command);
  return ids;
}

/* ---- is it untouched? ---- */

/* All that is in a folder as a text: names, modes, owners, times and contents;
 * caller's. Equal texts: nothing was written. (git itself writes into what it
 * clones, unless with --no-hardlinks.) */
static inline char *folder_state(const char *folder)
{
  char *command = mem_format("cd '%s' && find . -printf '%%p %%m %%U %%y %%l "
                             "%%T@ %%C@ %%s\\n' | LC_ALL=C sort && "
                             "find . -type f -print0 | LC_ALL=C sort -z | "
                             "xargs -0r sha1sum",
                             folder);
  char *state = shell_output(command);
  free(command);
  return state;
}

#endif
