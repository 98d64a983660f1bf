/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Files of a checkout on disk.
 *
 * Builds leave all kinds of things: read-only folders, links where a commit has
 * folders, folders where it has files. Before anything is written, the folders
 * of its path are therefore checked from the top: each must be a folder, not a
 * link, and usable by the owner. Nothing is written through an existing name,
 * which may be a symbolic or hard link to something else: it is removed and
 * created again.
 *
 * Folders are walked with a list of pending ones instead of recursion, since a
 * build decides how deep they are.
 */
#include "git/work_tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"
#include "reduce/process.h"

static rd_status fail(const work_tree *self, const char *what, const char *path,
                      rd_error *err)
{
  int code = errno;
  bool full = code == ENOSPC || code == EDQUOT;
  return rd_fail(err, full ? RD_ERR_NOSPACE : RD_ERR_IO, "cannot %s %s%s%s: %s",
                 what, self->path, *path ? "/" : "", path, strerror(code));
}

rd_status work_tree_open(work_tree *out, const char *path, rd_error *err)
{
  *out = (work_tree){ .fd = -1 };
  rd_status status = folders_make(path, err);
  if (status)
    return status;
  out->path = realpath(path, NULL);
  if (!out->path)
    out->path = mem_copy(path);
  out->fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (out->fd < 0) {
    status = fail(out, "open", "", err);
    work_tree_dispose(out);
  }
  return status;
}

void work_tree_dispose(work_tree *self)
{
  if (self->fd >= 0)
    (void)close(self->fd);
  free(self->path);
  free(self->way);
  *self = (work_tree){ .fd = -1 };
}

bool work_tree_stat(struct stat *out, const work_tree *self, const char *path)
{
  return !fstatat(self->fd, path, out, AT_SYMLINK_NOFOLLOW);
}

void work_tree_refresh(work_tree *self)
{
  free(self->way);
  self->way = NULL;
}

/* ---- folders ---- */

/* Gives the owner access to a folder. */
static bool open_up(const work_tree *self, const char *path,
                    const struct stat *info)
{
  return (info->st_mode & S_IRWXU) == S_IRWXU ||
         !fchmodat(self->fd, path, (info->st_mode & 07777) | S_IRWXU, 0);
}

/* Creates a folder in an existing one. */
static rd_status make_folder(work_tree *self, const char *path, rd_error *err)
{
  struct stat info;
  bool is_there = work_tree_stat(&info, self, path);
  if (is_there && S_ISDIR(info.st_mode))
    return open_up(self, path, &info) ? RD_OK : fail(self, "use", path, err);
  if (is_there && unlinkat(self->fd, path, 0))
    return fail(self, "remove", path, err);
  return mkdirat(self->fd, path, 0777) ? fail(self, "make", path, err) : RD_OK;
}

/* The folder of a path, "" for the top; caller's. */
static char *folder_of(const char *path)
{
  const char *slash = strrchr(path, '/');
  return mem_copy_bytes(path, slash ? (size_t)(slash - path) : 0);
}

rd_status work_tree_make_way(work_tree *self, const char *path, rd_error *err)
{
  char *folder = folder_of(path);
  rd_status status = RD_OK;
  if (!self->way || strcmp(self->way, folder) != 0) {
    for (char *at = folder; !status && *at;) {
      char *slash = strchr(at, '/');
      if (slash)
        *slash = '\0';
      status = make_folder(self, folder, err);
      if (slash)
        *slash = '/';
      at = slash ? slash + 1 : at + strlen(at);
    }
    free(self->way);
    self->way = status ? NULL : mem_copy(folder);
  }
  free(folder);
  return status;
}

rd_status work_tree_make_folder(work_tree *self, const char *path,
                                rd_error *err)
{
  rd_status status = work_tree_make_way(self, path, err);
  return status ? status : make_folder(self, path, err);
}

/* ---- removing ---- */

rd_status work_tree_remove(work_tree *self, const char *path, rd_error *err)
{
  struct stat info;
  if (!unlinkat(self->fd, path, 0) || errno == ENOENT)
    return RD_OK;
  int code = errno;
  if (work_tree_stat(&info, self, path) && S_ISDIR(info.st_mode)) {
    char *whole = mem_format("%s/%s", self->path, path);
    work_tree_refresh(self);
    (void)open_up(self, path, &info);
    rd_scratch_remove(whole);
    free(whole);
    if (!work_tree_stat(&info, self, path))
      return RD_OK;
    code = ENOTEMPTY;
  }
  errno = code;
  return fail(self, "remove", path, err);
}

/* Do the folders of a path exist? Makes them usable by the owner. */
static bool find_way(const work_tree *self, const char *path)
{
  char *folder = folder_of(path);
  struct stat info;
  bool found = true;
  for (char *at = folder; found && *at;) {
    char *slash = strchr(at, '/');
    if (slash)
      *slash = '\0';
    found = work_tree_stat(&info, self, folder) && S_ISDIR(info.st_mode) &&
            open_up(self, folder, &info);
    if (slash)
      *slash = '/';
    at = slash ? slash + 1 : at + strlen(at);
  }
  free(folder);
  return found;
}

rd_status work_tree_remove_file(work_tree *self, const char *path,
                                rd_error *err)
{
  struct stat info;
  if (!find_way(self, path) || !work_tree_stat(&info, self, path))
    return RD_OK;
  if (S_ISDIR(info.st_mode))
    (void)unlinkat(self->fd, path, AT_REMOVEDIR);
  else if (unlinkat(self->fd, path, 0))
    return fail(self, "remove", path, err);
  work_tree_refresh(self);
  char *folder = folder_of(path);
  while (*folder && !unlinkat(self->fd, folder, AT_REMOVEDIR)) {
    char *outer = folder_of(folder);
    free(folder);
    folder = outer;
  }
  free(folder);
  return RD_OK;
}

/* Opens a folder for reading, "" for the top; NULL: it is not a folder. */
static DIR *open_folder(const work_tree *self, const char *path)
{
  int fd = openat(self->fd, *path ? path : ".",
                  O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *entries = fd < 0 ? NULL : fdopendir(fd);
  if (!entries && fd >= 0)
    (void)close(fd);
  return entries;
}

static bool is_dot(const char *name)
{
  return !strcmp(name, ".") || !strcmp(name, "..");
}

/* Visits the entries of a folder; adds folders to be entered to the pending
 * ones. */
static rd_status visit_folder(work_tree *self, const char *folder,
                              strings *waiting, visit_fn what, void *payload,
                              rd_error *err)
{
  struct stat info;
  if (*folder && work_tree_stat(&info, self, folder))
    (void)open_up(self, folder, &info);
  DIR *entries = open_folder(self, folder);
  if (!entries)
    return fail(self, "read", folder, err);
  const struct dirent *entry;
  rd_status status = RD_OK;
  while (!status && (entry = readdir(entries))) {
    if (is_dot(entry->d_name))
      continue;
    char *path =
        mem_format("%s%s%s", folder, *folder ? "/" : "", entry->d_name);
    bool is_folder = work_tree_stat(&info, self, path) && S_ISDIR(info.st_mode);
    visit todo = what(payload, path, is_folder);
    if (todo == VISIT_ENTER && is_folder)
      strings_add(waiting, path);
    if (todo == VISIT_REMOVE)
      status = work_tree_remove(self, path, err);
    free(path);
  }
  (void)closedir(entries);
  return status;
}

rd_status work_tree_visit(work_tree *self, visit_fn what, void *payload,
                          rd_error *err)
{
  strings waiting = { 0 };
  rd_status status = visit_folder(self, "", &waiting, what, payload, err);
  while (!status && waiting.size) {
    char *folder = waiting.data[--waiting.size];
    waiting.data[waiting.size] = NULL;
    status = visit_folder(self, folder, &waiting, what, payload, err);
    free(folder);
  }
  strings_free(&waiting);
  return status;
}

/* ---- files ---- */

static bool link_holds(const work_tree *self, const char *path,
                       const file_text *text)
{
  char *target = mem_alloc(text->size + 2, 1);
  ssize_t got = readlinkat(self->fd, path, target, text->size + 1);
  bool same = got >= 0 && (size_t)got == text->size &&
              !memcmp(target, text->bytes, text->size);
  free(target);
  return same;
}

/* Does the rest of an open file equal the bytes? */
static bool rest_equals(int fd, const char *bytes, size_t size)
{
  char read_bytes[1 << 14];
  while (size) {
    size_t want = size < sizeof read_bytes ? size : sizeof read_bytes;
    ssize_t got = read(fd, read_bytes, want);
    if (got <= 0 || memcmp(read_bytes, bytes, (size_t)got) != 0)
      return false;
    bytes += got;
    size -= (size_t)got;
  }
  return true;
}

bool work_tree_holds(const work_tree *self, const char *path,
                     const file_text *text)
{
  struct stat info;
  if (text->kind == FILE_LINK)
    return link_holds(self, path, text);
  mode_t mode = text->kind == FILE_PROGRAM ? 0700 : 0600;
  if (!work_tree_stat(&info, self, path) || !S_ISREG(info.st_mode) ||
      (info.st_mode & S_IRWXU) != mode || (uint64_t)info.st_size != text->size)
    return false;
  int fd = openat(self->fd, path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0)
    return false;
  bool same = rest_equals(fd, text->bytes, text->size);
  (void)close(fd);
  return same;
}

static bool write_all(int fd, const char *bytes, size_t size)
{
  while (size) {
    ssize_t written = write(fd, bytes, size);
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return false;
    bytes += written;
    size -= (size_t)written;
  }
  return true;
}

static bool create(const work_tree *self, const char *path,
                   const file_text *text)
{
  int fd = openat(self->fd, path,
                  O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                  text->kind == FILE_PROGRAM ? 0777 : 0666);
  if (fd < 0)
    return false;
  bool good = write_all(fd, text->bytes, text->size);
  int code = errno;
  if (close(fd) && good)
    return false;
  errno = code;
  return good;
}

rd_status work_tree_write(work_tree *self, const char *path,
                          const file_text *text, rd_error *err)
{
  rd_status status = work_tree_make_way(self, path, err);
  if (!status)
    status = work_tree_remove(self, path, err);
  if (!status)
    status = work_tree_make_way(self, path, err);
  if (status)
    return status;
  bool good;
  if (text->kind == FILE_LINK) {
    char *target = mem_copy_bytes(text->bytes, text->size);
    good = !symlinkat(target, self->fd, path);
    free(target);
  } else
    good = create(self, path, text);
  return good ? RD_OK : fail(self, "write", path, err);
}
