/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Checkouts: the files of a commit in their own folder.
 *
 * A move between commits touches only files that differ, so that incremental
 * builds compile as little as possible. The folder's own repository has a
 * regular git index, so `git status` and `git describe --dirty` work as in a
 * clone. A file is unchanged if it has the times, size and inode recorded there
 * and is older than the index; any other file is compared with its intended
 * content, and written if it differs.
 *
 * The index is removed before anything changes, and written last. If it is
 * missing after a kill, nothing on disk is trusted, and files that are not in
 * the commit are removed even if they should stay, since leftovers of the
 * previous commit cannot be distinguished from a build's files.
 *
 * libgit2's checkout is not used: it stops at read-only folders, trusts an
 * index that a kill left, does not notice changed .gitattributes, and removes
 * files by rules that depend on the user's .gitignore. The conversions that
 * libgit2 knows (eol, ident) follow the commit's .gitattributes; filters that
 * are programs (LFS), working-tree-encoding and the user's settings
 * (core.autocrlf, info/attributes) are ignored. Submodules are empty folders.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <git2/sys/repository.h>

#include "base/files.h"
#include "git/borrow.h"
#include "git/work_tree.h"

struct checkout {
  const history *history;
  work_tree tree;
  char *refs;
};

/* A file, link or submodule of a commit. */
typedef struct tree_file {
  char *path;
  git_oid id;
  git_filemode_t mode;
} tree_file;

/* A move to a commit. */
typedef struct move {
  checkout *checkout;
  git_oid commit;
  tree_file *files; /* sorted by path */
  size_t count;
  git_index *before; /* NULL: nothing is known */
  struct timespec before_time;
  git_index *after;
  git_repository *source; /* provides blobs and conversions */
  bool converts;          /* the commit has .gitattributes */
  bool same_attributes;   /* the same as before */
  const char *odd_name;   /* why there are no files: an invalid name, or "" */
} move;

rd_status checkout_open(checkout **out, const history *self, const char *folder,
                        rd_error *err)
{
  rd_status status = borrow_check(folder, err);
  if (status)
    return status;
  checkout *made = mem_alloc(1, sizeof *made);
  made->history = self;
  status = work_tree_open(&made->tree, folder, err);
  if (!status)
    status = borrow_mark(made->tree.path, err);
  if (status) {
    checkout_free(made);
    return status;
  }
  made->refs = borrow_refs(self);
  *out = made;
  return RD_OK;
}

void checkout_free(checkout *self)
{
  if (!self)
    return;
  work_tree_dispose(&self->tree);
  free(self->refs);
  free(self);
}

/* ---- the files of a commit ---- */

static bool is_attributes(const char *path)
{
  return !strcmp(base_name(path), ".gitattributes");
}

/* Names that git never checks out because they would lead elsewhere. */
static bool is_odd_name(const char *name)
{
  return !*name || strchr(name, '/') || !strcmp(name, ".") ||
         !strcmp(name, "..") || !strcasecmp(name, ".git");
}

static int add_file(const char *folder, const git_tree_entry *entry,
                    void *payload)
{
  move *self = payload;
  const char *name = git_tree_entry_name(entry);
  if (is_odd_name(name) || strlen(folder) + strlen(name) >= PATH_MAX) {
    self->odd_name = name;
    return GIT_EUSER;
  }
  git_filemode_t mode = git_tree_entry_filemode(entry);
  if (mode == GIT_FILEMODE_TREE)
    return 0;
  LIST_PUSH(self->files, self->count,
            (tree_file){ mem_format("%s%s", folder, name),
                         *git_tree_entry_id(entry), mode });
  if (is_attributes(name))
    self->converts = true;
  return 0;
}

static int compare_files(const void *a, const void *b)
{
  return strcmp(((const tree_file *)a)->path, ((const tree_file *)b)->path);
}

static rd_status list_files(move *self, const object_id *id, rd_error *err)
{
  const history *from = self->checkout->history;
  git_tree *tree = NULL;
  rd_status status = read_tree(&tree, from, id, err);
  if (status)
    return status;
  int code = git_tree_walk(tree, GIT_TREEWALK_PRE, add_file, self);
  if (self->odd_name)
    status = rd_fail(err, RD_ERR_IO,
                     "cannot check out a commit of %s: it has a file of the "
                     "name '%.80s', or one whose path is too long",
                     from->path, self->odd_name);
  else if (code)
    status = fail_git("read", from->path, code, err);
  git_tree_free(tree);
  if (self->count)
    qsort(self->files, self->count, sizeof *self->files, compare_files);
  return status;
}

/* The first file whose path is not less than this one. */
static size_t lower_bound(const move *self, const char *path)
{
  size_t begin = 0, end = self->count;
  while (begin < end) {
    size_t middle = begin + (end - begin) / 2;
    if (strcmp(self->files[middle].path, path) < 0)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}

static const tree_file *find_file(const move *self, const char *path)
{
  size_t at = lower_bound(self, path);
  return at < self->count && !strcmp(self->files[at].path, path)
             ? &self->files[at]
             : NULL;
}

static bool has_folder(const move *self, const char *path)
{
  char *prefix = mem_format("%s/", path);
  size_t at = lower_bound(self, prefix);
  bool has = at < self->count && starts_with(self->files[at].path, prefix);
  free(prefix);
  return has;
}

/* ---- what was there ---- */

static char *index_path(const move *self)
{
  return mem_format("%s/.git/index", self->checkout->tree.path);
}

/* Do both have the same .gitattributes? */
static bool has_same_attributes(const move *self)
{
  size_t before = 0, now = 0;
  for (size_t i = 0; i < git_index_entrycount(self->before); i++) {
    const git_index_entry *entry = git_index_get_byindex(self->before, i);
    if (!is_attributes(entry->path))
      continue;
    const tree_file *file = find_file(self, entry->path);
    if (!file || !git_oid_equal(&file->id, &entry->id))
      return false;
    before++;
  }
  for (size_t i = 0; i < self->count; i++)
    now += is_attributes(self->files[i].path);
  return before == now;
}

/* Reads the index of the last move, unless that was cut short. */
static void read_before(move *self)
{
  struct stat info;
  char *path = index_path(self);
  if (!stat(path, &info) && !git_index_open(&self->before, path)) {
    self->before_time = info.st_mtim;
    self->same_attributes = has_same_attributes(self);
  }
  free(path);
}

static bool same_time(const git_index_time *a, const struct timespec *b)
{
  return a->seconds == (int32_t)b->tv_sec &&
         a->nanoseconds == (uint32_t)b->tv_nsec;
}

/* Is the file on disk as it was written then, and the same in the commit? */
static bool is_fresh(const move *self, const tree_file *file,
                     const struct stat *info)
{
  const git_index_entry *entry =
      self->before && self->same_attributes
          ? git_index_get_bypath(self->before, file->path, 0)
          : NULL;
  const struct timespec *mark = &self->before_time;
  return entry && entry->mode == (uint32_t)file->mode &&
         git_oid_equal(&entry->id, &file->id) &&
         same_time(&entry->mtime, &info->st_mtim) &&
         same_time(&entry->ctime, &info->st_ctim) &&
         entry->file_size == (uint32_t)info->st_size &&
         entry->ino == (uint32_t)info->st_ino &&
         (info->st_ctim.tv_sec < mark->tv_sec ||
          (info->st_ctim.tv_sec == mark->tv_sec &&
           info->st_ctim.tv_nsec < mark->tv_nsec));
}

/* ---- removing ---- */

static visit decide(void *payload, const char *path, bool is_folder)
{
  const move *self = payload;
  if (!strcmp(path, ".git"))
    return VISIT_KEEP;
  const tree_file *file = find_file(self, path);
  if (file)
    return file->mode == GIT_FILEMODE_COMMIT ? VISIT_ENTER : VISIT_KEEP;
  return is_folder && has_folder(self, path) ? VISIT_ENTER : VISIT_REMOVE;
}

/* Removes the files of the previous commit that this one lacks. */
static rd_status remove_old(move *self, rd_error *err)
{
  rd_status status = RD_OK;
  for (size_t i = 0; !status && i < git_index_entrycount(self->before); i++) {
    const char *path = git_index_get_byindex(self->before, i)->path;
    if (!find_file(self, path))
      status = work_tree_remove_file(&self->checkout->tree, path, err);
  }
  return status;
}

/* ---- writing ---- */

/* A repository with objects but without files or settings, so that conversions
 * depend on the commit alone. */
static rd_status make_source(move *self, rd_error *err)
{
  git_config *config = NULL;
  git_index *index = NULL;
  const history *from = self->checkout->history;
  int code = git_repository_new(&self->source);
  if (!code)
    code = git_config_new(&config);
  if (!code)
    code = git_repository_set_config(self->source, config);
  if (!code)
    code = git_index_new(&index);
  if (!code)
    code = git_repository_set_index(self->source, index);
  if (!code)
    code = git_repository_set_odb(self->source, from->objects);
  if (!code)
    code = git_repository_set_bare(self->source);
  git_config_free(config);
  git_index_free(index);
  return code ? fail_git("read", from->path, GIT_ERROR, err) : RD_OK;
}

/* Converts a blob; out->ptr stays NULL if there is nothing to convert. */
static int convert(git_buf *out, const move *self, const tree_file *file,
                   git_blob *blob)
{
  git_filter_list *filters = NULL;
  git_filter_options options = { .version = GIT_FILTER_OPTIONS_VERSION };
  options.flags = GIT_FILTER_ALLOW_UNSAFE | GIT_FILTER_NO_SYSTEM_ATTRIBUTES |
                  GIT_FILTER_ATTRIBUTES_FROM_COMMIT;
  options.attr_commit_id = self->commit;
  int code = git_filter_list_load_ext(&filters, self->source, blob, file->path,
                                      GIT_FILTER_TO_WORKTREE, &options);
  if (!code && filters)
    code = git_filter_list_apply_to_blob(out, filters, blob);
  git_filter_list_free(filters);
  return code;
}

static rd_status put_text(move *self, const tree_file *file,
                          const file_text *text, rd_error *err)
{
  work_tree *tree = &self->checkout->tree;
  return work_tree_holds(tree, file->path, text)
             ? RD_OK
             : work_tree_write(tree, file->path, text, err);
}

static rd_status put_blob(move *self, const tree_file *file, rd_error *err)
{
  const history *from = self->checkout->history;
  git_blob *blob = NULL;
  int code = git_blob_lookup(&blob, self->source, &file->id);
  if (code) {
    object_id id = from_oid(&file->id);
    return fail_object(from, &id, code, err);
  }
  git_buf converted = { 0 };
  if (self->converts && file->mode != GIT_FILEMODE_LINK)
    code = convert(&converted, self, file, blob);
  file_text text = { .kind = file->mode == GIT_FILEMODE_LINK ? FILE_LINK
                             : file->mode == GIT_FILEMODE_BLOB_EXECUTABLE
                                 ? FILE_PROGRAM
                                 : FILE_PLAIN };
  text.bytes = converted.ptr ? converted.ptr : git_blob_rawcontent(blob);
  text.size = converted.ptr ? converted.size : (size_t)git_blob_rawsize(blob);
  rd_status status = code ? fail_git("convert", file->path, GIT_ERROR, err)
                          : put_text(self, file, &text, err);
  git_buf_dispose(&converted);
  git_blob_free(blob);
  return status;
}

static git_index_time index_time(const struct timespec *time)
{
  return (git_index_time){ (int32_t)time->tv_sec, (uint32_t)time->tv_nsec };
}

/* Records a file in its current state. */
static rd_status record(move *self, const tree_file *file, rd_error *err)
{
  struct stat info = { 0 };
  (void)work_tree_stat(&info, &self->checkout->tree, file->path);
  git_index_entry entry = { .ctime = index_time(&info.st_ctim),
                            .mtime = index_time(&info.st_mtim),
                            .dev = (uint32_t)info.st_dev,
                            .ino = (uint32_t)info.st_ino,
                            .mode = (uint32_t)file->mode,
                            .uid = info.st_uid,
                            .gid = info.st_gid,
                            .file_size = (uint32_t)info.st_size,
                            .id = file->id,
                            .path = file->path };
  int code = git_index_add(self->after, &entry);
  return code ? fail_git("record", file->path, GIT_ERROR, err) : RD_OK;
}

static rd_status put_file(move *self, const tree_file *file, rd_error *err)
{
  work_tree *tree = &self->checkout->tree;
  struct stat info;
  rd_status status = RD_OK;
  if (file->mode == GIT_FILEMODE_COMMIT)
    status = work_tree_make_folder(tree, file->path, err);
  else {
    status = work_tree_make_way(tree, file->path, err);
    if (!status && !(work_tree_stat(&info, tree, file->path) &&
                     is_fresh(self, file, &info)))
      status = put_blob(self, file, err);
  }
  return status ? status : record(self, file, err);
}

static rd_status put_files(move *self, rd_error *err)
{
  char *path = index_path(self);
  int code = git_index_open(&self->after, path);
  free(path);
  if (code)
    return fail_git("make", self->checkout->tree.path, GIT_ERROR, err);
  rd_status status = make_source(self, err);
  for (size_t i = 0; !status && i < self->count; i++)
    status = put_file(self, &self->files[i], err);
  return status;
}

/* ---- the move ---- */

static rd_status change(move *self, const object_id *id, bool clean,
                        rd_error *err)
{
  checkout *at = self->checkout;
  work_tree_refresh(&at->tree);
  rd_status status =
      borrow_make(at->tree.path, at->history, at->refs, clean, err);
  if (!status)
    status = clean || !self->before
                 ? work_tree_visit(&at->tree, decide, self, err)
                 : remove_old(self, err);
  if (!status)
    status = put_files(self, err);
  if (!status)
    status = borrow_set_head(at->tree.path, id, err);
  if (!status && git_index_write(self->after))
    status = fail_git("write the index of", at->tree.path, GIT_ERROR, err);
  return status;
}

static void move_dispose(move *self)
{
  for (size_t i = 0; i < self->count; i++)
    free(self->files[i].path);
  free(self->files);
  git_index_free(self->before);
  git_index_free(self->after);
  git_repository_free(self->source);
}

rd_status checkout_move(checkout *self, const object_id *id, bool clean,
                        rd_error *err)
{
  move state = { .checkout = self, .commit = to_oid(id) };
  rd_status status = list_files(&state, id, err);
  if (!status) {
    read_before(&state);
    status = change(&state, id, clean, err);
  }
  move_dispose(&state);
  return status;
}
