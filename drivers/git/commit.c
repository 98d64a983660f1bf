/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Raw commits (header lines, an empty line, the message), and what a report
 * shows of them.
 *
 * git_commit_lookup is not used: it rejects commits whose author line has no
 * date or mail, which occur in converted histories and which git reads; it does
 * not know shallow clones, and would look for the parents that were cut off;
 * and a walk over a large history needs only parents and a date. Replacements
 * (refs/replace) and grafts (info/grafts) are ignored, as with git
 * --no-replace-objects. Only a commit where a shallow clone ends (the file
 * `shallow`) loses its parents here.
 *
 * Texts are converted to UTF-8 from the encoding that the commit names; invalid
 * bytes are shown as \xNN, as in file names, which have no encoding. Dates stay
 * in the author's time zone, as in `git log`. The files are those that differ
 * from the first parent, also for merges, as of `git diff-tree -r --root
 * --no-renames`.
 */
#include <iconv.h>
#include <stdio.h>
#include <time.h>

#include "base/utf8.h"
#include "git/history_private.h"

rd_status fail_object(const history *self, const object_id *id, int code,
                      rd_error *err)
{
  char digits[OBJECT_ID_DIGITS + 1];
  object_id_digits(digits, id);
  if (code == GIT_ENOTFOUND)
    return rd_fail(err, RD_ERR_NOTFOUND,
                   "object %s is missing in %s; if that is a partial clone, "
                   "`git -C %s fetch --refetch --no-filter` gets it",
                   digits, self->path, self->path);
  char *what = mem_format("read object %s of", digits);
  rd_status status = fail_git(what, self->path, code, err);
  free(what);
  return status;
}

rd_status read_object(git_odb_object **out, const history *self,
                      const object_id *id, git_object_t kind, rd_error *err)
{
  git_oid oid = to_oid(id);
  git_odb_object *object;
  int code = git_odb_read(&object, self->objects, &oid);
  if (code)
    return fail_object(self, id, code, err);
  if (git_odb_object_type(object) != kind) {
    char digits[OBJECT_ID_DIGITS + 1];
    object_id_digits(digits, id);
    rd_fail(err, RD_ERR_IO, "object %s of %s is not a %s", digits, self->path,
            git_object_type2string(kind));
    git_odb_object_free(object);
    return RD_ERR_IO;
  }
  *out = object;
  return RD_OK;
}

/* ---- the header ---- */

/* The number after the first '>' of a line, where git expects it. */
static int64_t parse_time(const char *line)
{
  const char *at = line ? strchr(line, '>') : NULL;
  at += at ? 1 + strspn(at + 1, " ") : 0;
  return at && *at >= '0' && *at <= '9' ? strtoll(at, NULL, 10) : 0;
}

/* Parses a header line; false: it is damaged. */
static bool add_line(commit_text *out, const char *line)
{
  const struct {
    const char *name;
    const char **value;
  } rows[] = { { "author ", &out->author },
               { "committer ", &out->committer },
               { "encoding ", &out->encoding } };
  if (starts_with(line, "tree "))
    return object_id_parse(&out->tree, line + strlen("tree "));
  if (starts_with(line, "parent ") && !out->author) {
    object_id id;
    bool good = object_id_parse(&id, line + strlen("parent "));
    if (good)
      LIST_PUSH(out->parents, out->parent_count, id);
    return good;
  }
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!*rows[i].value && starts_with(line, rows[i].name))
      *rows[i].value = line + strlen(rows[i].name);
  return true;
}

static bool parse(commit_text *out)
{
  char *at = out->bytes;
  bool good = true;
  while (good && *at && *at != '\n') {
    char *line = at;
    at += strcspn(at, "\n");
    if (*at)
      *at++ = '\0';
    good = add_line(out, line);
  }
  out->message = *at ? at + 1 : at;
  out->time = parse_time(out->committer);
  return good;
}

rd_status commit_text_read(commit_text *out, const history *self,
                           const object_id *id, rd_error *err)
{
  git_odb_object *object;
  *out = (commit_text){ 0 };
  rd_status status = read_object(&object, self, id, GIT_OBJECT_COMMIT, err);
  if (status)
    return status;
  out->bytes =
      mem_copy_bytes(git_odb_object_data(object), git_odb_object_size(object));
  git_odb_object_free(object);
  if (!parse(out)) {
    char digits[OBJECT_ID_DIGITS + 1];
    object_id_digits(digits, id);
    commit_text_dispose(out);
    return rd_fail(err, RD_ERR_IO, "commit %s of %s is damaged", digits,
                   self->path);
  }
  if (history_is_cut_off(self, id))
    out->parent_count = 0;
  return RD_OK;
}

void commit_text_dispose(commit_text *self)
{
  free(self->bytes);
  free(self->parents);
  *self = (commit_text){ 0 };
}

rd_status read_tree(git_tree **out, const history *self,
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

/* ---- texts ---- */

/* Converts the rest, byte by byte where it is invalid. */
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
  iconv_t converter =
      commit->encoding ? iconv_open("UTF-8", commit->encoding) : (iconv_t)-1;
  if (converter == (iconv_t)-1)
    return utf8_escape(bytes, size);
  textbuf out = { 0 };
  char *copy = mem_copy_bytes(bytes, size);
  text_puts(&out, "");
  convert_all(&out, converter, copy, size);
  (void)iconv_close(converter);
  free(copy);
  /* Some encodings have NULs, and none guarantees valid output. */
  char *text = utf8_escape(out.data, out.size);
  text_free(&out);
  return text;
}

/* The first non-empty line of the message. */
static char *subject_of(const commit_text *commit)
{
  const char *at = commit->message + strspn(commit->message, " \t\r\n");
  size_t size = strcspn(at, "\n");
  while (size && strchr(" \t\r", at[size - 1]))
    size--;
  return to_utf8(commit, at, size);
}

/* "Name <mail>" from a line, which may be NULL. */
static char *person_of(const commit_text *commit, const char *line)
{
  const char *end = line ? strrchr(line, '>') : NULL;
  return to_utf8(commit, line ? line : "",
                 end    ? (size_t)(end + 1 - line)
                 : line ? strlen(line)
                        : 0);
}

enum { MOST_ZONE = 9999 }; /* hours and minutes, even if invalid */

/* "2026-01-31 12:00:00 +0100", or "" if the line has no date. */
static char *date_of(const char *line)
{
  const char *mail_end = line ? strrchr(line, '>') : NULL;
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
  return *date ? mem_format("%s %+05d", date, zone) : mem_copy("");
}

/* ---- files ---- */

rd_status compare_commits(git_diff **out, const history *self,
                          const object_id *older, const object_id *newer,
                          rd_error *err)
{
  git_tree *trees[2] = { NULL, NULL };
  git_diff_options options;
  (void)git_diff_options_init(&options, GIT_DIFF_OPTIONS_VERSION);
  options.flags = GIT_DIFF_INCLUDE_TYPECHANGE | GIT_DIFF_SKIP_BINARY_CHECK;
  *out = NULL;
  rd_status status = older ? read_tree(&trees[0], self, older, err) : RD_OK;
  if (!status)
    status = read_tree(&trees[1], self, newer, err);
  int code = status ? 0
                    : git_diff_tree_to_tree(out, self->git, trees[0], trees[1],
                                            &options);
  git_tree_free(trees[0]);
  git_tree_free(trees[1]);
  return code ? fail_git("compare commits of", self->path, code, err) : status;
}

static rd_status find_files(strings *out, const history *self,
                            const object_id *id, const object_id *parent,
                            rd_error *err)
{
  git_diff *diff;
  rd_status status = compare_commits(&diff, self, parent, id, err);
  for (size_t i = 0; diff && i < git_diff_num_deltas(diff); i++) {
    const char *path = git_diff_get_delta(diff, i)->new_file.path;
    strings_take(out, utf8_escape(path, strlen(path)));
  }
  git_diff_free(diff);
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
                         .parents = text.parents,
                         .parent_count = text.parent_count,
                         .author = person_of(&text, text.author),
                         .author_date = date_of(text.author),
                         .commit_date = date_of(text.committer),
                         .subject = subject_of(&text) };
  text.parents = NULL;
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
