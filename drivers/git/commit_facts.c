/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a report says of a commit.
 *
 * Whoever wrote a commit wrote it in an encoding of theirs, which the commit may
 * name; it becomes UTF-8 here. Bytes that are no text in it, or in UTF-8 if it is
 * unknown here, are shown as \xNN, and so are those of file names, which have no
 * encoding.
 *
 * Dates stay in the author's own time zone: that is what people find again in
 * `git log`. The files are those that differ from the first parent's, as of
 * `git diff-tree -r --root --no-renames`, also for merges.
 */
#include <iconv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/utf8.h"
#include "git/history_private.h"

/* ---- texts ---- */

/* Converts what is left, byte by byte where it is no text. */
static void convert_all(textbuf *out, iconv_t converter, char *at, size_t left)
{
  while (left) {
    char bytes[1024], *to = bytes;
    size_t room = sizeof bytes;
    bool stuck =
        iconv(converter, &at, &left, &to, &room) == (size_t)-1 && to == bytes;
    text_add(out, bytes, sizeof bytes - room);
    if (stuck) {
      text_printf(out, "\\x%02x", (unsigned char)*at);
      at++;
      left--;
    }
  }
}

/* Bytes of a commit as UTF-8; caller's. */
static char *to_utf8(const commit_text *commit, const char *bytes, size_t size)
{
  char *encoding =
      mem_copy_bytes(commit->encoding.text ? commit->encoding.text : "",
                     commit->encoding.size);
  iconv_t converter = *encoding ? iconv_open("UTF-8", encoding) : (iconv_t)-1;
  free(encoding);
  if (converter == (iconv_t)-1)
    return utf8_escape(bytes, size);
  textbuf out = { 0 };
  char *copy = mem_copy_bytes(bytes, size);
  text_puts(&out, "");
  convert_all(&out, converter, copy, size);
  (void)iconv_close(converter);
  free(copy);
  /* Some encodings have a NUL, and none has a promise of valid output. */
  char *text = utf8_escape(out.data, out.size);
  text_free(&out);
  return text;
}

/* The first line of the message that is not empty. */
static char *subject_of(const commit_text *commit)
{
  const char *at = commit->message.text;
  const char *end = at ? at + commit->message.size : NULL;
  while (at < end && strchr(" \t\r\n", *at))
    at++;
  const char *stop = at;
  while (stop < end && *stop != '\n')
    stop++;
  while (stop > at && strchr(" \t\r", stop[-1]))
    stop--;
  return at ? to_utf8(commit, at, (size_t)(stop - at)) : mem_copy("");
}

/* "Name <mail>" of a line. */
static char *person_of(const commit_text *commit, const commit_line *line)
{
  size_t size = line->size;
  for (size_t at = line->size; at; at--)
    if (line->text[at - 1] == '>') {
      size = at;
      break;
    }
  return to_utf8(commit, line->text ? line->text : "", size);
}

enum { MOST_ZONE = 9999 }; /* hours and minutes, however wrong */

/* "2026-01-31 12:00:00 +0100", or nothing if the line has no date. */
static char *date_of(const commit_line *line)
{
  char *copy = mem_copy_bytes(line->text ? line->text : "", line->size);
  const char *mail_end = strrchr(copy, '>');
  long long seconds;
  int zone = 0;
  char date[64] = "";
  if (mail_end && sscanf(mail_end + 1, "%18lld %d", &seconds, &zone) >= 1) {
    if (zone < -MOST_ZONE || zone > MOST_ZONE)
      zone = 0;
    int minutes = zone / 100 * 60 + zone % 100;
    time_t local = (time_t)seconds + (time_t)minutes * 60;
    struct tm parts;
    if (gmtime_r(&local, &parts))
      (void)strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S", &parts);
  }
  free(copy);
  return *date ? mem_format("%s %+05d", date, zone) : mem_copy("");
}

/* ---- files ---- */

static rd_status tree_of(git_tree **out, const history *self,
                         const object_id *commit, rd_error *err)
{
  commit_text text;
  rd_status status = commit_text_read(&text, self, commit, err);
  if (status)
    return status;
  git_oid oid = to_oid(&text.tree);
  int code = git_tree_lookup(out, self->git, &oid);
  if (code)
    status = fail_object(self, &text.tree, code, err);
  commit_text_dispose(&text);
  return status;
}

static rd_status add_files(strings *out, const history *self, git_tree *older,
                           git_tree *newer, rd_error *err)
{
  git_diff_options options;
  (void)git_diff_options_init(&options, GIT_DIFF_OPTIONS_VERSION);
  options.flags = GIT_DIFF_INCLUDE_TYPECHANGE | GIT_DIFF_SKIP_BINARY_CHECK;
  git_diff *diff = NULL;
  int code = git_diff_tree_to_tree(&diff, self->git, older, newer, &options);
  if (code)
    return fail_git("compare commits of", self->path, code, err);
  for (size_t i = 0; i < git_diff_num_deltas(diff); i++) {
    const char *path = git_diff_get_delta(diff, i)->new_file.path;
    strings_take(out, utf8_escape(path, strlen(path)));
  }
  git_diff_free(diff);
  return RD_OK;
}

static rd_status find_files(strings *out, const history *self,
                            const object_id *id, const object_id *parent,
                            rd_error *err)
{
  git_tree *newer = NULL, *older = NULL;
  rd_status status = tree_of(&newer, self, id, err);
  if (!status && parent)
    status = tree_of(&older, self, parent, err);
  if (!status)
    status = add_files(out, self, older, newer, err);
  git_tree_free(newer);
  git_tree_free(older);
  return status;
}

rd_status history_facts(commit_facts *out, const history *self,
                        const object_id *id, rd_error *err)
{
  commit_text text;
  rd_status status = commit_text_read(&text, self, id, err);
  if (status)
    return status;
  *out = (commit_facts){ .id = *id,
                         .parent_count = text.parent_count,
                         .author = person_of(&text, &text.author),
                         .author_date = date_of(&text.author),
                         .commit_date = date_of(&text.committer),
                         .subject = subject_of(&text) };
  out->parents = mem_alloc(text.parent_count + 1u, sizeof *out->parents);
  for (uint32_t i = 0; i < text.parent_count; i++)
    out->parents[i] = text.parents[i];
  commit_text_dispose(&text);
  status = find_files(&out->files, self, id,
                      out->parent_count ? &out->parents[0] : NULL, err);
  if (status)
    commit_facts_dispose(out);
  return status;
}

void commit_facts_dispose(commit_facts *self)
{
  free(self->parents);
  free(self->author);
  free(self->author_date);
  free(self->commit_date);
  free(self->subject);
  strings_free(&self->files);
  *self = (commit_facts){ 0 };
}
