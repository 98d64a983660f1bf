/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The repository in a checkout: a folder .git that borrows objects.
 *
 *   clang-hdd                  marks everything around it as ours to remove
 *   objects/info/alternates    leads to the user's objects
 *   packed-refs                the user's branches and tags
 *   shallow                    the user's
 *   HEAD, config, index
 *
 * It is not a linked work tree (`git worktree add`): that writes into the
 * user's repository, as would a build that commits, tags or stashes in it. Here
 * such changes stay local, and the next clean checkout removes them. A build
 * that creates an object which the user already has updates the time of the
 * file that holds it, as git does with all alternates; nothing else of the
 * user's can be reached.
 *
 * Each file is replaced atomically, and all can be written again, so after a
 * kill at any moment the next process completes them. The mark is written first
 * and never removed.
 */
#include "git/borrow.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"
#include "reduce/process.h"

#define MARK "clang-hdd"

static const char config[] = "[core]\n"
                             "\trepositoryformatversion = 0\n"
                             "\tfilemode = true\n"
                             "\tbare = false\n"
                             "\tlogallrefupdates = false\n"
                             "[gc]\n"
                             "\tauto = 0\n"
                             "[advice]\n"
                             "\tdetachedHead = false\n";

/* ---- whose folder is it? ---- */

static bool is_empty(const char *folder)
{
  DIR *entries = opendir(folder);
  bool empty = true;
  const struct dirent *entry;
  while (entries && empty && (entry = readdir(entries)))
    empty = !strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..");
  if (entries)
    (void)closedir(entries);
  return empty;
}

rd_status borrow_check(const char *folder, rd_error *err)
{
  char *git = mem_format("%s/.git", folder);
  char *mark = mem_format("%s/" MARK, git);
  rd_status status = RD_OK;
  if (!path_exists(mark)) {
    (void)rmdir(git); /* left by a kill before the mark was written */
    if (path_exists(folder) && !is_empty(folder))
      status = rd_fail(err, RD_ERR_INVALID,
                       "%s holds files that are not of a checkout: name "
                       "another folder, or remove it",
                       folder);
  }
  free(mark);
  free(git);
  return status;
}

/* ---- branches and tags ---- */

/* Adds "ID NAME" and, for a tag, the object that it points to. Adds nothing if
 * the object is missing or the name is invalid, such as that of a copy made by
 * a file manager. */
static void add_ref(strings *lines, git_repository *git,
                    const git_reference *reference)
{
  const char *name = git_reference_name(reference);
  const git_oid *id = git_reference_target(reference);
  char digits[OBJECT_ID_DIGITS + 1], peeled[OBJECT_ID_DIGITS + 1] = "";
  git_object *object = NULL, *commit = NULL;
  int valid = 0;
  if (!id || git_reference_name_is_valid(&valid, name) || !valid ||
      !(starts_with(name, "refs/heads/") || starts_with(name, "refs/tags/") ||
        starts_with(name, "refs/remotes/")))
    return;
  (void)git_oid_tostr(digits, sizeof digits, id);
  bool good = !git_object_lookup(&object, git, id, GIT_OBJECT_ANY);
  if (good && git_object_type(object) == GIT_OBJECT_TAG) {
    good = !git_object_peel(&commit, object, GIT_OBJECT_ANY);
    if (good)
      (void)git_oid_tostr(peeled, sizeof peeled, git_object_id(commit));
  }
  if (good) /* the name first, for sorting */
    strings_take(lines, mem_format("%s %s%s%s", name, digits,
                                   *peeled ? "\n^" : "", peeled));
  git_object_free(commit);
  git_object_free(object);
}

char *borrow_refs(const history *from)
{
  strings lines = { 0 };
  git_reference_iterator *all = NULL;
  git_reference *reference;
  if (!git_reference_iterator_new(&all, from->git))
    while (!git_reference_next(&reference, all)) {
      add_ref(&lines, from->git, reference);
      git_reference_free(reference);
    }
  git_reference_iterator_free(all);
  strings_sort(&lines);
  textbuf out = { 0 };
  text_puts(&out, "# pack-refs with: peeled fully-peeled sorted \n");
  for (size_t i = 0; i < lines.size; i++) {
    const char *blank = strchr(lines.data[i], ' ');
    text_printf(&out, "%.*s %.*s%s\n", OBJECT_ID_DIGITS, blank + 1,
                (int)(blank - lines.data[i]), lines.data[i],
                blank + 1 + OBJECT_ID_DIGITS);
  }
  strings_free(&lines);
  return out.data;
}

/* ---- the folder ---- */

/* A line of alternates; git requires quotes for unusual characters. */
static char *alternates_of(const history *from)
{
  char *path = mem_format("%s/objects", from->folder);
  if (!strpbrk(path, "\n\""))
    return path;
  textbuf out = { 0 };
  text_puts(&out, "\"");
  for (const char *at = path; *at; at++)
    if (*at == '\n')
      text_puts(&out, "\\n");
    else
      text_printf(&out, "%s%c", *at == '"' || *at == '\\' ? "\\" : "", *at);
  text_puts(&out, "\"");
  free(path);
  return out.data;
}

static rd_status put(const char *git, const char *name, const char *text,
                     rd_error *err)
{
  char *path = mem_format("%s/%s", git, name);
  rd_status status = file_replace(path, text, strlen(text), err);
  free(path);
  return status;
}

static rd_status put_shallow(const char *git, const history *from,
                             rd_error *err)
{
  textbuf out = { 0 };
  if (!from->shallow_count)
    return RD_OK;
  for (size_t i = 0; i < from->shallow_count; i++) {
    char digits[OBJECT_ID_DIGITS + 1];
    object_id_digits(digits, &from->shallow[i]);
    text_printf(&out, "%s\n", digits);
  }
  rd_status status = put(git, "shallow", out.data, err);
  text_free(&out);
  return status;
}

static rd_status make_folders(const char *git, rd_error *err)
{
  static const char *const folders[] = { "objects",      "objects/info",
                                         "objects/pack", "refs",
                                         "refs/heads",   "refs/tags" };
  rd_status status = RD_OK;
  for (size_t i = 0; !status && i < sizeof folders / sizeof *folders; i++) {
    char *path = mem_format("%s/%s", git, folders[i]);
    status = folder_make(path, 0777, err);
    free(path);
  }
  return status;
}

/* Removes locks and the index, and with `afresh` everything but the mark. */
static void clear(const char *git, bool afresh)
{
  DIR *entries = opendir(git);
  const struct dirent *entry;
  while (entries && (entry = readdir(entries))) {
    const char *name = entry->d_name;
    if (!strcmp(name, ".") || !strcmp(name, "..") || !strcmp(name, MARK))
      continue;
    if (!afresh && strcmp(name, "index") != 0 && !ends_with(name, ".lock"))
      continue;
    char *path = mem_format("%s/%s", git, name);
    if (unlink(path))
      rd_scratch_remove(path);
    free(path);
  }
  if (entries)
    (void)closedir(entries);
}

rd_status borrow_mark(const char *folder, rd_error *err)
{
  char *git = mem_format("%s/.git", folder),
       *mark = mem_format("%s/" MARK, git);
  rd_status status = folder_make(git, 0777, err);
  if (!status && !path_exists(mark))
    status = file_write(mark, "", 0, err);
  free(mark);
  free(git);
  return status;
}

rd_status borrow_make(const char *folder, const history *from, const char *refs,
                      bool afresh, rd_error *err)
{
  char *git = mem_format("%s/.git", folder);
  clear(git, afresh);
  rd_status status = make_folders(git, err);
  char *objects = alternates_of(from), *line = mem_format("%s\n", objects);
  if (!status)
    status = put(git, "objects/info/alternates", line, err);
  if (!status)
    status = put(git, "config", config, err);
  if (!status)
    status = put(git, "packed-refs", refs, err);
  if (!status)
    status = put_shallow(git, from, err);
  free(line);
  free(objects);
  free(git);
  return status;
}

rd_status borrow_set_head(const char *folder, const object_id *id,
                          rd_error *err)
{
  char digits[OBJECT_ID_DIGITS + 1];
  object_id_digits(digits, id);
  char *git = mem_format("%s/.git", folder), *line = mem_format("%s\n", digits);
  rd_status status = put(git, "HEAD", line, err);
  free(line);
  free(git);
  return status;
}
