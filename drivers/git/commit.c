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

/* Does the line have this name? Then *out is what follows the name. */
static bool is_line(commit_line *out, const char *line, const char *end,
                    const char *name)
{
  size_t size = strlen(name);
  if ((size_t)(end - line) <= size || memcmp(line, name, size) != 0 ||
      line[size] != ' ')
    return false;
  out->text = line + size + 1;
  out->size = (size_t)(end - out->text);
  return true;
}

static bool parse_id(object_id *out, const commit_line *line)
{
  char digits[OBJECT_ID_DIGITS + 1] = { 0 };
  if (line->size != OBJECT_ID_DIGITS)
    return false;
  memcpy(digits, line->text, OBJECT_ID_DIGITS);
  return object_id_parse(out, digits);
}

/* The number after the first '>' of a line, where git expects it. */
static int64_t parse_time(const commit_line *line)
{
  const char *mail = line->text ? memchr(line->text, '>', line->size) : NULL;
  if (!mail)
    return 0;
  const char *at = mail + 1, *end = line->text + line->size;
  int64_t time = 0;
  while (at < end && *at == ' ')
    at++;
  for (; at < end && *at >= '0' && *at <= '9' && time < INT64_MAX / 10 - 9;
       at++)
    time = time * 10 + (*at - '0');
  return time;
}

/* Parses a header line; false: it is damaged. */
static bool add_line(commit_text *out, const char *line, const char *end)
{
  commit_line value;
  if (is_line(&value, line, end, "tree"))
    return parse_id(&out->tree, &value);
  if (is_line(&value, line, end, "parent") && !out->author.text) {
    LIST_PUSH(out->parents, out->parent_count, (object_id){ { 0 } });
    return parse_id(&out->parents[out->parent_count - 1], &value);
  }
  if (!out->author.text && is_line(&value, line, end, "author"))
    out->author = value;
  else if (!out->committer.text && is_line(&value, line, end, "committer"))
    out->committer = value;
  else if (!out->encoding.text && is_line(&value, line, end, "encoding"))
    out->encoding = value;
  return true;
}

static bool parse(commit_text *out)
{
  const char *at = git_odb_object_data(out->object);
  const char *end = at + git_odb_object_size(out->object);
  bool good = true;
  while (good && at < end && *at != '\n') {
    const char *line_end = memchr(at, '\n', (size_t)(end - at));
    if (!line_end)
      line_end = end;
    good = add_line(out, at, line_end);
    at = line_end < end ? line_end + 1 : end;
  }
  if (at < end)
    out->message = (commit_line){ at + 1, (size_t)(end - at - 1) };
  out->time = parse_time(&out->committer);
  return good;
}

rd_status commit_text_read(commit_text *out, const history *self,
                           const object_id *id, rd_error *err)
{
  *out = (commit_text){ 0 };
  rd_status status =
      read_object(&out->object, self, id, GIT_OBJECT_COMMIT, err);
  if (status)
    return status;
  if (!parse(out)) {
    char digits[OBJECT_ID_DIGITS + 1];
    object_id_digits(digits, id);
    commit_text_dispose(out);
    return rd_fail(err, RD_ERR_IO, "commit %s of %s is damaged", digits,
                   self->path);
  }
  if (is_cut_off(self, id))
    out->parent_count = 0;
  return RD_OK;
}

void commit_text_dispose(commit_text *self)
{
  git_odb_object_free(self->object);
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
  /* Some encodings have NULs, and none guarantees valid output. */
  char *text = utf8_escape(out.data, out.size);
  text_free(&out);
  return text;
}

/* The first non-empty line of the message. */
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

/* "Name <mail>" from a line. */
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

enum { MOST_ZONE = 9999 }; /* hours and minutes, even if invalid */

/* "2026-01-31 12:00:00 +0100", or NULL if the line has no date. */
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
  rd_status status = read_tree(&newer, self, id, err);
  if (!status && parent)
    status = read_tree(&older, self, parent, err);
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
