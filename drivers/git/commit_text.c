/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Commits as they are stored: header lines, an empty line, the message.
 *
 * They are read here and not with git_commit_lookup, for three reasons.
 * Histories that were converted from other systems hold commits whose author
 * line has no date or no mail, which libgit2 refuses and git reads. It knows no
 * shallow clones, so it would look for the parents that were cut off. And a walk
 * over a large history wants parents and a date only.
 *
 * A commit is taken as it is stored: replacements (refs/replace) and grafts
 * (info/grafts) are not looked at, as with git --no-replace-objects. Only where
 * a shallow clone ends (the file `shallow`), a commit has no parents here.
 */
#include "git/history_private.h"

#include <stdlib.h>
#include <string.h>

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
    rd_fail(err, RD_ERR_IO, "object %s of %s is no %s", digits, self->path,
            git_object_type2string(kind));
    git_odb_object_free(object);
    return RD_ERR_IO;
  }
  *out = object;
  return RD_OK;
}

/* ---- the header ---- */

/* Is this a line of that name? What follows the name is *out then. */
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

/* The number behind the first '>' of a line, as git finds it. */
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

/* Takes in a line of the header; false: it is damaged. */
static bool add_line(commit_text *out, const char *line, const char *end)
{
  commit_line value;
  if (is_line(&value, line, end, "tree"))
    return parse_id(&out->tree, &value);
  if (is_line(&value, line, end, "parent") && !out->author.text) {
    out->parents =
        mem_resize(out->parents, out->parent_count + 1, sizeof *out->parents);
    return parse_id(&out->parents[out->parent_count++], &value);
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
