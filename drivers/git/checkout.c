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
 * Builds leave all kinds of things: read-only folders, links where a commit has
 * folders, folders where it has files. One walk removes what is in the way, and
 * gives us access to the folders. Nothing is written through an existing name,
 * which may be a symbolic or hard link to something else: it is removed and
 * created again.
 *
 * libgit2's checkout is not used: it stops at read-only folders, trusts an
 * index that a kill left, does not notice changed .gitattributes, and removes
 * files by rules that depend on the user's .gitignore. The conversions that
 * libgit2 knows (eol, ident) follow the commit's .gitattributes; filters that
 * are programs (LFS), working-tree-encoding and the user's settings
 * (core.autocrlf, info/attributes) are ignored. Submodules are empty folders.
 */
#include <errno.h>
#include <fts.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <git2/sys/repository.h>

#include "base/files.h"
#include "git/borrow.h"
#include "reduce/process.h"

struct checkout {
  const history *history;
  char *path; /* absolute */
  char *refs;
};

/* A move to a commit. */
typedef struct move {
  const checkout *checkout;
  git_oid commit;
  bool clean;
  const volatile sig_atomic_t *stop; /* or NULL */
  git_index *before; /* files of the last move; NULL: nothing is known */
  struct timespec before_time;
  git_index *after;       /* files, links and submodules of the commit */
  git_repository *source; /* provides blobs and conversions */
  bool converts;          /* the commit has .gitattributes */
  bool same_attributes;   /* the same as before */
} move;

rd_status checkout_open(checkout **out, const history *self, const char *folder,
                        rd_error *err)
{
  rd_status status = borrow_check(folder, err);
  if (!status)
    status = folders_make(folder, 0777, err);
  char *path = status ? NULL : realpath(folder, NULL);
  if (!status && !path)
    status = fail_system(err, "open", folder);
  if (!status)
    status = borrow_mark(path, err);
  if (status) {
    free(path);
    return status;
  }
  *out = mem_alloc(1, sizeof **out);
  **out = (checkout){ self, path, borrow_refs(self) };
  return RD_OK;
}

void checkout_free(checkout *self)
{
  if (!self)
    return;
  free(self->path);
  free(self->refs);
  free(self);
}

static char *place_of(const move *self, const char *path)
{
  return mem_format("%s/%s", self->checkout->path, path);
}

/* ---- the files of a commit ---- */

static const git_index_entry *find_file(git_index *in, const char *path)
{
  return git_index_get_bypath(in, path, 0);
}

static bool has_folder(git_index *in, const char *path)
{
  char *prefix = mem_format("%s/", path);
  size_t at;
  bool has = !git_index_find_prefix(&at, in, prefix);
  free(prefix);
  return has;
}

/* libgit2 refuses names that would lead elsewhere, as git does. */
static rd_status list_files(move *self, const object_id *id, rd_error *err)
{
  const history *from = self->checkout->history;
  char *index = place_of(self, ".git/index");
  git_tree *tree = NULL;
  rd_status status = read_tree(&tree, from, id, err);
  int code = status ? 0 : git_index_open(&self->after, index);
  if (!status && !code)
    code = git_index_read_tree(self->after, tree);
  if (code)
    status = fail_git("check out a commit of", from->path, code, err);
  git_tree_free(tree);
  free(index);
  return status;
}

static bool is_attributes(const git_index_entry *file)
{
  return !strcmp(base_name(file->path), ".gitattributes");
}

/* Does an index have all .gitattributes of another? */
static bool has_attributes_of(git_index *self, git_index *other)
{
  for (size_t i = 0; i < git_index_entrycount(other); i++) {
    const git_index_entry *theirs = git_index_get_byindex(other, i);
    const git_index_entry *ours =
        is_attributes(theirs) ? find_file(self, theirs->path) : theirs;
    if (!ours || !git_oid_equal(&ours->id, &theirs->id))
      return false;
  }
  return true;
}

/* Reads the index of the last move, unless that was cut short. */
static void read_before(move *self)
{
  struct stat info;
  char *path = place_of(self, ".git/index");
  if (!stat(path, &info) && !git_index_open(&self->before, path)) {
    self->before_time = info.st_mtim;
    self->same_attributes = has_attributes_of(self->after, self->before) &&
                            has_attributes_of(self->before, self->after);
  }
  for (size_t i = 0; i < git_index_entrycount(self->after); i++)
    self->converts |= is_attributes(git_index_get_byindex(self->after, i));
  free(path);
}

static bool same_time(const git_index_time *a, const struct timespec *b)
{
  return a->seconds == (int32_t)b->tv_sec &&
         a->nanoseconds == (uint32_t)b->tv_nsec;
}

/* Is the file on disk as it was written then, and the same in the commit? */
static bool is_fresh(const move *self, const git_index_entry *file,
                     const struct stat *info)
{
  const git_index_entry *entry = self->before && self->same_attributes
                                     ? find_file(self->before, file->path)
                                     : NULL;
  const struct timespec *mark = &self->before_time;
  return entry && entry->mode == file->mode &&
         git_oid_equal(&entry->id, &file->id) &&
         same_time(&entry->mtime, &info->st_mtim) &&
         same_time(&entry->ctime, &info->st_ctim) &&
         entry->file_size == (uint32_t)info->st_size &&
         entry->ino == (uint32_t)info->st_ino &&
         (info->st_ctim.tv_sec < mark->tv_sec ||
          (info->st_ctim.tv_sec == mark->tv_sec &&
           info->st_ctim.tv_nsec < mark->tv_nsec));
}

/* ---- making way ---- */

static rd_status remove_path(const char *path, rd_error *err)
{
  if (!unlink(path) || errno == ENOENT)
    return RD_OK;
  int code = errno;
  rd_scratch_remove(path); /* it is a folder */
  errno = code == EISDIR ? ENOTEMPTY : code;
  return path_exists(path) ? fail_system(err, "remove", path) : RD_OK;
}

/* What a path has to be for the commit, and may stay for a build. */
typedef enum fate { REMOVE, KEEP, ENTER } fate;

static fate decide(const move *self, const char *path, bool is_folder)
{
  const git_index_entry *file = find_file(self->after, path);
  if (!strcmp(path, ".git"))
    return KEEP;
  if (file && file->mode != GIT_FILEMODE_COMMIT)
    return is_folder ? REMOVE : KEEP;
  if (file || has_folder(self->after, path))
    return is_folder ? ENTER : REMOVE;
  if (self->clean || !self->before)
    return REMOVE;
  if (!is_folder)
    return find_file(self->before, path) ? REMOVE : KEEP;
  return has_folder(self->before, path) ? ENTER : KEEP;
}

static rd_status check_stop(const move *self, rd_error *err)
{
  return self->stop && *self->stop ? rd_fail(err, RD_ERR_STOPPED, "interrupted")
                                   : RD_OK;
}

/* Handles an entry of the walk. */
static rd_status visit(const move *self, FTS *walk, FTSENT *entry,
                       rd_error *err)
{
  const char *path = entry->fts_path + strlen(self->checkout->path);
  bool is_folder = entry->fts_info == FTS_D;
  mode_t mode = is_folder ? entry->fts_statp->st_mode : 0;
  path += *path == '/';
  switch (entry->fts_info) {
  case FTS_DNR:
  case FTS_ERR:
    errno = entry->fts_errno;
    return fail_system(err, "read", entry->fts_path);
  case FTS_DP: /* of the previous commit; stays unless it is empty */
    if (*path && self->before && !has_folder(self->after, path) &&
        (has_folder(self->before, path) || find_file(self->before, path)) &&
        !find_file(self->after, path))
      (void)rmdir(entry->fts_path);
    return RD_OK;
  default:
    break;
  }
  fate todo = *path ? decide(self, path, is_folder) : ENTER;
  if (is_folder && todo != ENTER)
    (void)fts_set(walk, entry, FTS_SKIP);
  if (is_folder && todo != KEEP && (mode & S_IRWXU) != S_IRWXU &&
      chmod(entry->fts_path, (mode & 07777) | S_IRWXU))
    return fail_system(err, "use", entry->fts_path);
  return todo == REMOVE ? remove_path(entry->fts_path, err) : RD_OK;
}

/* Removes what the commit does not have, or has as another kind. */
static rd_status make_way(const move *self, rd_error *err)
{
  char *const roots[] = { self->checkout->path, NULL };
  FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
  rd_status status =
      walk ? RD_OK : fail_system(err, "read", self->checkout->path);
  for (FTSENT *entry; !status && (entry = fts_read(walk));)
    if (!(status = check_stop(self, err)))
      status = visit(self, walk, entry, err);
  if (walk)
    (void)fts_close(walk);
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
static int convert(git_buf *out, const move *self, const git_index_entry *file,
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

/* The intended content of a path. */
typedef struct content {
  const char *bytes; /* of a link: its target */
  size_t size;
  uint32_t mode; /* a git_filemode_t */
} content;

/* Does the path hold exactly this? */
static bool holds(const char *path, const content *text)
{
  bool link = text->mode == GIT_FILEMODE_LINK, same = false;
  mode_t mode = text->mode == GIT_FILEMODE_BLOB_EXECUTABLE ? 0700 : 0600;
  struct stat info;
  char *found = NULL;
  size_t size = 0;
  if (lstat(path, &info) || (size_t)info.st_size != text->size)
    return false;
  if (link && S_ISLNK(info.st_mode)) {
    found = mem_alloc(text->size + 1, 1);
    ssize_t got = readlink(path, found, text->size + 1);
    size = got < 0 ? SIZE_MAX : (size_t)got;
  } else if (!link && S_ISREG(info.st_mode) &&
             (info.st_mode & S_IRWXU) == mode) {
    (void)file_read(&found, &size, path, NULL);
  }
  same = found && size == text->size && !memcmp(found, text->bytes, size);
  free(found);
  return same;
}

/* Makes the folders that a path lies in. */
static rd_status make_folders(const move *self, const char *path, rd_error *err)
{
  rd_status status = RD_OK;
  for (const char *slash = path; !status && (slash = strchr(slash, '/'));
       slash++) {
    char *folder =
        mem_format("%s/%.*s", self->checkout->path, (int)(slash - path), path);
    status = folder_make(folder, 0777, err);
    free(folder);
  }
  return status;
}

/* Writes to a path that does not exist. */
static rd_status create(const char *path, const content *text, rd_error *err)
{
  if (text->mode == GIT_FILEMODE_LINK) {
    char *target = mem_copy_bytes(text->bytes, text->size);
    rd_status status =
        symlink(target, path) ? fail_system(err, "write", path) : RD_OK;
    free(target);
    return status;
  }
  struct stat info;
  rd_status status = file_create(path, text->bytes, text->size, err);
  if (!status && text->mode == GIT_FILEMODE_BLOB_EXECUTABLE &&
      (stat(path, &info) ||
       chmod(path, info.st_mode | (info.st_mode & 0444) >> 2)))
    status = fail_system(err, "write", path);
  return status;
}

static rd_status put_blob(const move *self, const git_index_entry *file,
                          const char *path, rd_error *err)
{
  git_blob *blob = NULL;
  int code = git_blob_lookup(&blob, self->source, &file->id);
  if (code) {
    object_id id = from_oid(&file->id);
    return fail_object(self->checkout->history, &id, code, err);
  }
  git_buf converted = { 0 };
  if (self->converts && file->mode != GIT_FILEMODE_LINK)
    code = convert(&converted, self, file, blob);
  content text = { git_blob_rawcontent(blob), (size_t)git_blob_rawsize(blob),
                   file->mode };
  if (converted.ptr) {
    text.bytes = converted.ptr;
    text.size = converted.size;
  }
  rd_status status =
      code ? fail_git("convert", file->path, GIT_ERROR, err) : RD_OK;
  if (!status && !holds(path, &text)) {
    status = remove_path(path, err);
    if (!status)
      status = create(path, &text, err);
  }
  git_buf_dispose(&converted);
  git_blob_free(blob);
  return status;
}

static git_index_time index_time(const struct timespec *time)
{
  return (git_index_time){ (int32_t)time->tv_sec, (uint32_t)time->tv_nsec };
}

/* Puts a file in its place, and records its state on disk. */
static rd_status put_file(const move *self, git_index_entry file, rd_error *err)
{
  char *path = place_of(self, file.path);
  struct stat info = { 0 };
  bool is_there = !lstat(path, &info);
  rd_status status = check_stop(self, err);
  if (!status && !is_there)
    status = make_folders(self, file.path, err);
  if (!status && file.mode == GIT_FILEMODE_COMMIT)
    status = folder_make(path, 0777, err);
  else if (!status && !(is_there && is_fresh(self, &file, &info)))
    status = put_blob(self, &file, path, err);
  if (!status && lstat(path, &info))
    status = fail_system(err, "read", path);
  free(path);
  if (status)
    return status;
  file.ctime = index_time(&info.st_ctim);
  file.mtime = index_time(&info.st_mtim);
  file.dev = (uint32_t)info.st_dev;
  file.ino = (uint32_t)info.st_ino;
  file.uid = info.st_uid;
  file.gid = info.st_gid;
  file.file_size = (uint32_t)info.st_size;
  return git_index_add(self->after, &file)
             ? fail_git("record", file.path, GIT_ERROR, err)
             : RD_OK;
}

/* ---- the move ---- */

static rd_status change(move *self, const object_id *id, rd_error *err)
{
  const checkout *at = self->checkout;
  rd_status status =
      borrow_make(at->path, at->history, at->refs, self->clean, err);
  if (!status)
    status = make_way(self, err);
  if (!status)
    status = make_source(self, err);
  for (size_t i = 0; !status && i < git_index_entrycount(self->after); i++)
    status = put_file(self, *git_index_get_byindex(self->after, i), err);
  if (!status)
    status = borrow_set_head(at->path, id, err);
  if (!status && git_index_write(self->after))
    status = fail_git("write the index of", at->path, GIT_ERROR, err);
  return status;
}

rd_status checkout_move(checkout *self, const object_id *id, bool clean,
                        const volatile sig_atomic_t *stop, rd_error *err)
{
  move state = {
    .checkout = self, .commit = to_oid(id), .clean = clean, .stop = stop
  };
  rd_status status = list_files(&state, id, err);
  if (!status) {
    read_before(&state);
    status = change(&state, id, err);
  }
  git_index_free(state.before);
  git_index_free(state.after);
  git_repository_free(state.source);
  return status;
}
