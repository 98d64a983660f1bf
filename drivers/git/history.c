/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Opens a user's repository, and resolves revisions.
 *
 * libgit2 writes nothing when it opens and reads a repository, so write
 * permission and ownership are not needed. Repositories that it cannot read
 * (objects with SHA-256 names, branches in a reftable) are reported in one
 * line.
 *
 * libgit2 does not know where shallow clones end, so that list is read here
 * (commit.c uses it). Nor does it resolve ambiguous abbreviations: as in git,
 * an abbreviated id names a commit if only one commit matches.
 */
#include "git/history.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/files.h"
#include "git/history_private.h"

/* ---- opening ---- */

/* The path with links resolved and without a slash at its end; caller's. */
static char *clean_path(const char *path)
{
  char *real = realpath(path, NULL);
  return real ? real : path_absolute("/", path);
}

static bool mentions(const char *text, const char *word)
{
  return text && strstr(text, word);
}

static rd_status fail_open(const char *path, int code, rd_error *err)
{
  const git_error *last = git_error_last();
  const char *reason = last ? last->message : NULL;
  if (code == GIT_ENOTFOUND)
    return rd_fail(err, RD_ERR_NOTFOUND,
                   "no git repository in %s: --repo wants the folder of one",
                   path);
  if (mentions(reason, "objectformat") || mentions(reason, "object format"))
    return rd_fail(err, RD_ERR_UNSUPPORTED,
                   "%s is a git repository with SHA-256 names, which cannot be "
                   "read, and nor can its clones; name one of the project with "
                   "SHA-1 names",
                   path);
  if (mentions(reason, "extension") || mentions(reason, "repository version"))
    return rd_fail(err, RD_ERR_UNSUPPORTED,
                   "%s is a git repository of a kind that cannot be read (%s); "
                   "`git clone` it into one with plain refs",
                   path, reason);
  return fail_git("open", path, GIT_ERROR, err);
}

static int compare_ids(const void *a, const void *b)
{
  return memcmp(a, b, sizeof(object_id));
}

/* Reads the list of commits where a shallow clone ends. */
static rd_status read_shallow(history *self, rd_error *err)
{
  char *path = mem_format("%s/shallow", self->folder), *text = NULL;
  size_t size;
  rd_status status = file_read(&text, &size, path, err);
  free(path);
  if (status)
    return status == RD_ERR_NOTFOUND ? RD_OK : status;
  self->shallow = mem_alloc(size / OBJECT_ID_DIGITS + 1, sizeof *self->shallow);
  for (const char *at = text, *end = text + size; at < end;) {
    char *line = next_line(&at, end);
    if (object_id_parse(&self->shallow[self->shallow_count], line))
      self->shallow_count++;
    free(line);
  }
  free(text);
  qsort(self->shallow, self->shallow_count, sizeof *self->shallow, compare_ids);
  return RD_OK;
}

bool history_is_cut_off(const history *self, const object_id *id)
{
  return self->shallow_count && bsearch(id, self->shallow, self->shallow_count,
                                        sizeof *id, compare_ids) != NULL;
}

/* Does the work tree's own configuration, which libgit2 does not read, declare
 * it bare? */
static bool is_bare_here(git_repository *git)
{
  char *path = mem_format("%sconfig.worktree", git_repository_path(git));
  git_config *config = NULL;
  int bare = 0;
  if (path_exists(path) && !git_config_open_ondisk(&config, path))
    (void)!git_config_get_bool(&bare, config, "core.bare");
  git_config_free(config);
  free(path);
  return bare;
}

rd_status history_open(history **out, const char *path, rd_error *err)
{
  rd_status status = git2_start(path, err);
  if (status)
    return status;
  history *self = mem_alloc(1, sizeof *self);
  self->path = mem_copy(path);
  int code = git_repository_open_ext(&self->git, path, 0, NULL);
  if (!code)
    code = git_repository_odb(&self->objects, self->git);
  if (code)
    status = fail_open(path, code, err);
  if (!status) {
    const char *tree = git_repository_workdir(self->git);
    self->folder = clean_path(git_repository_commondir(self->git));
    if (tree && !is_bare_here(self->git))
      self->work_tree = clean_path(tree);
    status = read_shallow(self, err);
  }
  if (status)
    history_free(self);
  else
    *out = self;
  return status;
}

void history_free(history *self)
{
  if (!self)
    return;
  git_odb_free(self->objects);
  git_repository_free(self->git);
  free(self->path);
  free(self->folder);
  free(self->work_tree);
  free(self->shallow);
  free(self);
  git2_stop();
}

const char *history_folder(const history *self)
{
  return self->folder;
}

const char *history_work_tree(const history *self)
{
  return self->work_tree;
}

bool history_is_shallow(const history *self)
{
  return self->shallow_count > 0;
}

/* ---- abbreviated ids ---- */

enum { LEAST_DIGITS = 4, NAMED_COMMITS = 3 };

/* Objects whose ids begin with the same digits. */
typedef struct namesakes {
  git_oid prefix;
  size_t digits;
  git_oid *ids;
  size_t count;
} namesakes;

static int add_namesake(const git_oid *id, void *payload)
{
  namesakes *self = payload;
  if (git_oid_ncmp(id, &self->prefix, self->digits) != 0)
    return 0;
  for (size_t i = 0; i < self->count; i++)
    if (git_oid_equal(&self->ids[i], id))
      return 0;
  LIST_PUSH(self->ids, self->count, *id);
  return 0;
}

static int compare_oids(const void *a, const void *b)
{
  return git_oid_cmp(a, b);
}

/* Keeps only commits and tags of commits, in order. */
static void keep_commits(namesakes *self, git_repository *git)
{
  size_t kept = 0;
  for (size_t i = 0; i < self->count; i++) {
    git_object *object = NULL, *commit = NULL;
    if (!git_object_lookup(&object, git, &self->ids[i], GIT_OBJECT_ANY) &&
        !git_object_peel(&commit, object, GIT_OBJECT_COMMIT))
      self->ids[kept++] = self->ids[i];
    git_object_free(commit);
    git_object_free(object);
  }
  self->count = kept;
  if (kept)
    qsort(self->ids, kept, sizeof *self->ids, compare_oids);
}

static rd_status fail_ambiguous(const namesakes *self, const history *from,
                                const char *revision, rd_error *err)
{
  textbuf names = { 0 };
  for (size_t i = 0; i < self->count && i < NAMED_COMMITS; i++) {
    char digits[OBJECT_ID_DIGITS + 1];
    (void)git_oid_tostr(digits, sizeof digits, &self->ids[i]);
    text_printf(&names, "%s%.12s", i ? ", " : "", digits);
  }
  if (self->count > NAMED_COMMITS)
    text_puts(&names, ", ...");
  rd_status status =
      rd_fail(err, RD_ERR_INVALID,
              "ambiguous revision %s in %s: %zu commits begin so (%s); give "
              "more digits",
              revision, from->path, self->count, names.data);
  text_free(&names);
  return status;
}

/* The number of digits of an abbreviated id at the start of a revision; 0:
 * there is none. */
static size_t leading_digits(const char *revision)
{
  size_t digits = strspn(revision, "0123456789abcdefABCDEF");
  bool ends = strchr("^~@:", revision[digits]) != NULL; /* or at the end */
  return ends && digits >= LEAST_DIGITS && digits < OBJECT_ID_DIGITS ? digits
                                                                     : 0;
}

static rd_status resolve(object_id *out, const history *self,
                         const char *revision, rd_error *err);

/* Resolves a revision whose first part matches several objects, but maybe only
 * one commit. */
static rd_status choose(object_id *out, const history *self,
                        const char *revision, rd_error *err)
{
  namesakes found = { .digits = leading_digits(revision) };
  rd_status status;
  if (!found.digits ||
      git_oid_fromstrn(&found.prefix, revision, found.digits) != 0)
    return rd_fail(err, RD_ERR_NOTFOUND,
                   "no such revision: %s in %s; an id has at least %d digits",
                   revision, self->path, LEAST_DIGITS);
  int code = git_odb_foreach(self->objects, add_namesake, &found);
  if (code)
    status = fail_git("list the objects of", self->path, GIT_ERROR, err);
  else {
    keep_commits(&found, self->git);
    if (found.count == 1) {
      char digits[OBJECT_ID_DIGITS + 1];
      (void)git_oid_tostr(digits, sizeof digits, &found.ids[0]);
      char *whole = mem_format("%s%s", digits, revision + found.digits);
      status = resolve(out, self, whole, err);
      free(whole);
    } else
      status = fail_ambiguous(&found, self, revision, err);
  }
  free(found.ids);
  return status;
}

/* ---- revisions ---- */

static rd_status fail_revision(const history *self, const char *revision,
                               int code, rd_error *err)
{
  if (code == GIT_ENOTFOUND || code == GIT_EINVALIDSPEC)
    return rd_fail(err, RD_ERR_NOTFOUND,
                   "no such revision: %s in %s%s; `git -C %s log --all` lists "
                   "them",
                   revision, self->path,
                   history_is_shallow(self) ? ", a shallow clone" : "",
                   self->path);
  char *what = mem_format("find revision %s in", revision);
  rd_status status = fail_git(what, self->path, GIT_ERROR, err);
  free(what);
  return status;
}

static rd_status resolve(object_id *out, const history *self,
                         const char *revision, rd_error *err)
{
  git_object *object = NULL, *commit = NULL;
  int code = git_revparse_single(&object, self->git, revision);
  if (code == GIT_EAMBIGUOUS)
    return choose(out, self, revision, err);
  if (code)
    return fail_revision(self, revision, code, err);
  rd_status status = RD_OK;
  if (git_object_peel(&commit, object, GIT_OBJECT_COMMIT))
    status = rd_fail(
        err, RD_ERR_INVALID, "revision %s in %s is a %s, not a commit",
        revision, self->path, git_object_type2string(git_object_type(object)));
  else
    *out = from_oid(git_object_id(commit));
  git_object_free(commit);
  git_object_free(object);
  return status;
}

rd_status history_resolve(object_id *out, const history *self,
                          const char *revision, rd_error *err)
{
  /* git's abbreviation of HEAD, which libgit2 does not know. */
  if (revision[0] != '@' || !strchr("^~:", revision[1]))
    return resolve(out, self, revision, err);
  char *whole = mem_format("HEAD%s", revision + 1);
  rd_status status = resolve(out, self, whole, err);
  free(whole);
  return status;
}
