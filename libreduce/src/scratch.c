/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Private folders: making them where files are cheapest, and removing them with
 * anything that a test left in them.
 *
 * A test chooses how deep its folders are, so nothing here recurses and no path
 * is ever built: every name is looked up from an open folder, and no symbolic
 * link is followed. To remove a folder that is not empty, its files are
 * deleted, its subfolders are moved up to the top, where they wait for their
 * turn, and then it is removed itself. Rounds over the top repeat until one
 * changes nothing, so at most two folders are open at a time.
 */
#include "keeper.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <linux/magic.h>
#include <unistd.h>

/* Opens a folder and makes it usable for its owner, or returns -1. The mode is
 * changed through a descriptor, so it is certain to be this folder's. */
static int open_folder(int at, const char *name)
{
  enum { HOW = O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };
  int handle = openat(at, name, O_PATH | HOW);
  struct stat info;
  if (handle < 0)
    return -1;
  if (!fstat(handle, &info) && (info.st_mode & S_IRWXU) != S_IRWXU) {
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", handle);
    (void)chmod(path, S_IRWXU);
  }
  int fd = openat(handle, ".", O_RDONLY | HOW);
  (void)close(handle);
  return fd;
}

static DIR *open_entries(int at, const char *name)
{
  struct stat info;
  int fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0 || fstat(fd, &info) || (info.st_mode & S_IRWXU) != S_IRWXU) {
    if (fd >= 0)
      (void)close(fd);
    fd = open_folder(at, name);
  }
  DIR *folder = fd < 0 ? NULL : fdopendir(fd);
  if (!folder && fd >= 0)
    (void)close(fd);
  return folder;
}

static bool is_dot(const char *name)
{
  return !strcmp(name, ".") || !strcmp(name, "..");
}

/* Removes a file, a link or an empty folder. */
static bool remove_entry(int at, const char *name)
{
  return !unlinkat(at, name, 0) || !unlinkat(at, name, AT_REMOVEDIR);
}

/* Moves a folder to the top under a free name. */
static bool move_up(int top, int at, const char *name, unsigned *number)
{
  (void)close(open_folder(at, name)); /* its own mode may forbid the move */
  for (int attempts = 0; attempts < 1000; attempts++) {
    char free_name[32];
    (void)snprintf(free_name, sizeof free_name, ".moved-%u", (*number)++);
    if (!renameat(at, name, top, free_name))
      return true;
    if (errno != EEXIST && errno != ENOTEMPTY && errno != ENOTDIR)
      return false;
  }
  return false;
}

/* Empties the folder `name` of the top and removes it; true if anything
 * changed. */
static bool empty_folder(int top, const char *name, unsigned *number)
{
  bool changed = false;
  DIR *folder = open_entries(top, name);
  struct dirent *entry;
  while (folder && (entry = readdir(folder))) {
    int at = dirfd(folder);
    if (!is_dot(entry->d_name) && (remove_entry(at, entry->d_name) ||
                                   move_up(top, at, entry->d_name, number)))
      changed = true;
  }
  if (folder)
    (void)closedir(folder);
  return !unlinkat(top, name, AT_REMOVEDIR) || changed;
}

/* One round over the top; true if anything changed. */
static bool wipe_once(DIR *folder, unsigned *number)
{
  bool changed = false;
  int top = dirfd(folder);
  struct dirent *entry;
  while ((entry = readdir(folder)))
    if (!is_dot(entry->d_name) && (remove_entry(top, entry->d_name) ||
                                   empty_folder(top, entry->d_name, number)))
      changed = true;
  return changed;
}

void rd_scratch_wipe(const char *path)
{
  unsigned number = 0;
  DIR *folder = open_entries(AT_FDCWD, path);
  while (folder && wipe_once(folder, &number))
    rewinddir(folder);
  if (folder)
    (void)closedir(folder);
}

void rd_scratch_remove(const char *path)
{
  if (!rmdir(path) || errno == ENOENT)
    return;
  rd_scratch_wipe(path);
  (void)rmdir(path);
}

/* ---- making ---- */

bool rd_scratch_has_room(const char *path)
{
  enum { ROOM_MIB = 256 };
  struct statvfs info;
  return !statvfs(path, &info) && !(info.f_flag & ST_RDONLY) &&
         info.f_bavail / 1024 * info.f_frsize / 1024 >= ROOM_MIB;
}

/* Is it a tmpfs with room that allows running the programs that a test
 * builds? */
static bool is_fast(const char *path)
{
  struct statfs kind;
  struct statvfs info;
  return !statfs(path, &kind) && kind.f_type == TMPFS_MAGIC &&
         !statvfs(path, &info) && !(info.f_flag & ST_NOEXEC) &&
         rd_scratch_has_room(path);
}

rd_status rd_scratch_new(char **out, rd_error *err)
{
  const struct {
    const char *path;
    bool must_be_fast;
  } places[] = {
    { "/dev/shm", true },
    { getenv("XDG_RUNTIME_DIR"), true },
    { getenv("TMPDIR"), false },
    { "/tmp", false },
  };
  int error = ENOENT;
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    const char *path = places[i].path;
    if (!path || path[0] != '/' || (places[i].must_be_fast && !is_fast(path)))
      continue;
    char *name = mem_format("%s/reduce-XXXXXX", path);
    if (mkdtemp(name)) {
      *out = name;
      return RD_OK;
    }
    error = errno;
    free(name);
  }
  rd_status status =
      error == ENOSPC || error == EDQUOT ? RD_ERR_NOSPACE : RD_ERR_IO;
  return rd_fail(err, status,
                 "cannot make a folder in $TMPDIR or /tmp: %s; set "
                 "TMPDIR to one that can be written",
                 strerror(error));
}
