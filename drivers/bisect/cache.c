/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The folder that keeps compilers.
 *
 * Several processes may use it at once, and each may be killed at any moment,
 * so no file is trusted by itself. A process that makes or uses an item locks
 * one of its files (flock); the kernel releases the lock. An item is complete
 * when its index file exists, which is written last and atomically. An item
 * without an index whose lock is free was left by a kill. No index covers the
 * whole folder, so none can be wrong. Only the owner of a lock removes its
 * file. A process that opened the file before then locks a deleted file, so the
 * name of a new lock must still lead to it.
 *
 * The least recently used items, including checkouts, are removed until the
 * rest is small enough, for any repository and command. An item in use cannot
 * be locked, and stays. Only our own names with a lock file are considered;
 * other files may belong to someone else. Sizes are disk usage, measured when
 * an item is made, or for a checkout, which changes with each build, when it is
 * no longer in use.
 *
 * A keeper outlives a killed owner until it has killed the build. It removes
 * STEM.tmp of its checkout when it ends; until then that folder shows that it
 * is running.
 */
#include "bisect/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "bisect/builds.h"
#include "base/files.h"
#include "reduce/process.h"

enum {
  FULL_MIB = 16,    /* less counts as full, unless the disk is tiny */
  SETTLE_MS = 3000, /* a keeper needs some ms, or more if the processes it kills
                       do not die */
  STEP_MS = 10
};

/* ---- names ---- */

char *builds_place(void)
{
  const char *place = getenv("CLANG_HDD_CACHE");
  if (place && *place)
    return mem_copy(place);
  place = getenv("XDG_CACHE_HOME");
  if (place && place[0] == '/') /* required by its specification */
    return mem_format("%s/clang-hdd", place);
  place = getenv("HOME");
  return place && *place ? mem_format("%s/.cache/clang-hdd", place) : NULL;
}

char *cache_build(const cache *self, const char *commit)
{
  return mem_format("%s/%s", self->builds, commit);
}

char *cache_tree(const cache *self, unsigned number)
{
  return mem_format("%s/%s-%u", self->trees, self->key, number);
}

static char *part(const char *stem, const char *suffix)
{
  return mem_format("%s%s", stem, suffix);
}

static bool is_folder(const char *path)
{
  struct stat info;
  return !lstat(path, &info) && S_ISDIR(info.st_mode);
}

/* ---- making it ---- */

/* Fails because compilers cannot be kept there. */
static rd_status fail_at(const cache *self, const char *path, int error,
                         rd_error *err)
{
  if (error == ENOSPC || error == EDQUOT)
    return cache_fail_full(self, err);
  return rd_fail(err, RD_ERR_IO,
                 "cannot keep compilers in %s: %s; name another folder with "
                 "--build-cache",
                 path, strerror(error));
}

/* Creates a folder and its parents, and checks that it is writable; 0 or an
 * errno. */
static int make_folder(const char *path)
{
  int error = 0;
  for (const char *at = path; *at && !error; at += strcspn(at, "/")) {
    at += strspn(at, "/");
    char *upper = mem_copy_bytes(path, (size_t)(at - path) + strcspn(at, "/"));
    if (!path_exists(upper) && mkdir(upper, 0700) && errno != EEXIST)
      error = errno;
    free(upper);
  }
  return error || !access(path, W_OK | X_OK) ? error : errno;
}

/* Programs in the cache are run and its name is easy to guess, so nobody else
 * may write to it: it must be ours or the system's, and others must be unable
 * to change our files in it, for which the sticky bit suffices. */
static rd_status check_owner(const char *path, rd_error *err)
{
  struct stat info;
  if (stat(path, &info))
    return rd_fail(err, RD_ERR_IO, "cannot look at %s: %s", path,
                   strerror(errno));
  bool is_ours = !info.st_uid || info.st_uid == geteuid();
  bool is_open = (info.st_mode & (S_IWOTH | S_ISVTX)) == S_IWOTH;
  if (is_ours && !is_open)
    return RD_OK;
  return rd_fail(err, RD_ERR_IO,
                 "compilers in %s could be another user's: it %s; name another "
                 "folder with --build-cache",
                 path,
                 is_ours ? "is open to everybody" : "belongs to somebody else");
}

static rd_status find_folder(cache *out, const char *given, rd_error *err)
{
  char *place = given ? mem_copy(given) : builds_place();
  if (!place)
    return rd_fail(err, RD_ERR_NOTFOUND,
                   "no place to keep compilers: neither HOME nor "
                   "CLANG_HDD_CACHE is set; name a folder with --build-cache");
  char *here = getcwd(NULL, 0);
  out->folder = path_absolute(here ? here : "/", place);
  free(here);
  free(place);
  return RD_OK;
}

static rd_status make_all(cache *out, const char *about, rd_error *err)
{
  char *all_builds = path_directory(out->builds);
  const char *const folders[] = { out->folder, all_builds, out->builds,
                                  out->trees };
  rd_status status = RD_OK;
  for (size_t i = 0; !status && i < sizeof folders / sizeof *folders; i++) {
    int error = make_folder(folders[i]);
    status = error ? fail_at(out, out->folder, error, err)
                   : check_owner(folders[i], err);
  }
  free(all_builds);
  if (status)
    return status;
  char *path = mem_format("%s/about.txt", out->builds);
  if (!path_exists(path))
    status = file_replace(path, about, strlen(about), err);
  free(path);
  return status == RD_ERR_NOSPACE ? cache_fail_full(out, err) : status;
}

rd_status cache_init(cache *out, const char *folder, const char *about,
                     uint64_t bytes, rd_error *err)
{
  char digits[OBJECT_ID_DIGITS + 1];
  *out = (cache){ .bytes = bytes };
  rd_status status = find_folder(out, folder, err);
  if (status)
    return status;
  text_digits(digits, about, strlen(about));
  out->key = mem_copy_bytes(digits, CACHE_KEY_DIGITS);
  out->builds = mem_format("%s/builds/%s", out->folder, out->key);
  out->trees = mem_format("%s/trees", out->folder);
  status = make_all(out, about, err);
  if (status)
    cache_dispose(out);
  return status;
}

void cache_dispose(cache *self)
{
  free(self->folder);
  free(self->builds);
  free(self->trees);
  free(self->key);
  *self = (cache){ 0 };
}

/* ---- locks ---- */

/* Does the name still lead to the file? */
static bool has_name(int fd, const char *path)
{
  struct stat here, there;
  return !fstat(fd, &here) && !stat(path, &there) &&
         here.st_dev == there.st_dev && here.st_ino == there.st_ino;
}

rd_status cache_fail_lock(const cache *self, rd_error *err)
{
  return fail_at(self, self->folder, errno, err);
}

int cache_lock(const char *stem, bool shared)
{
  char *path = part(stem, ".lock");
  int fd;
  for (;;) {
    fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0)
      break;
    bool locked = !flock(fd, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB);
    if (locked && has_name(fd, path))
      break;
    int error = errno;
    (void)close(fd);
    fd = -1;
    errno = error;
    if (!locked && errno != EINTR)
      break;
  }
  int error = errno;
  free(path);
  errno = error;
  return fd;
}

bool cache_share(const char *stem, int lock)
{
  char *path = part(stem, ".lock");
  bool shared = !flock(lock, LOCK_SH | LOCK_NB) && has_name(lock, path);
  free(path);
  return shared;
}

void cache_unlock(int lock)
{
  if (lock >= 0)
    (void)close(lock);
}

/* ---- items ---- */

bool cache_find(uint64_t *size_out, uint64_t *ms_out, const char *stem)
{
  char *path = part(stem, ".json");
  json_t *root = json_load_file(path, 0, NULL);
  free(path);
  json_int_t size = -1, ms = -1;
  bool found =
      root &&
      !json_unpack(root, "{s:I, s:I}", "size_bytes", &size, "ms", &ms) &&
      size >= 0 && ms >= 0 && is_folder(stem);
  json_decref(root);
  if (found && size_out)
    *size_out = (uint64_t)size;
  if (found && ms_out)
    *ms_out = (uint64_t)ms;
  return found;
}

/* Installed compilers have many hard links to one file, so each counts for its
 * share. fts(3) walks without changing the current folder. */
uint64_t disk_usage(const char *path)
{
  char *copy = mem_copy(path);
  char *const roots[] = { copy, NULL };
  FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
  uint64_t sum = 0;
  for (FTSENT *entry; walk && (entry = fts_read(walk));) {
    const struct stat *info = entry->fts_statp;
    if (entry->fts_info == FTS_D)
      sum += (uint64_t)info->st_blocks * 512;
    else if (entry->fts_info == FTS_F || entry->fts_info == FTS_SL ||
             entry->fts_info == FTS_DEFAULT)
      sum += (uint64_t)info->st_blocks * 512 / info->st_nlink;
  }
  if (walk)
    (void)fts_close(walk);
  free(copy);
  return sum;
}

rd_status cache_add(const char *stem, uint64_t ms, rd_error *err)
{
  char *text =
      mem_format("{\"size_bytes\": %llu, \"ms\": %llu}\n",
                 (unsigned long long)disk_usage(stem), (unsigned long long)ms);
  char *path = part(stem, ".json");
  rd_status status = file_replace(path, text, strlen(text), err);
  free(path);
  free(text);
  if (!status)
    cache_touch(stem);
  return status;
}

/* Sets the time explicitly, because file systems use a coarse clock and the
 * order of uses must be known. */
void cache_touch(const char *stem)
{
  char *path = part(stem, ".json");
  struct timespec now;
  (void)clock_gettime(CLOCK_REALTIME, &now);
  (void)utimensat(AT_FDCWD, path, (const struct timespec[]){ now, now }, 0);
  free(path);
}

/* The index is removed first: from then on the item is incomplete. */
void cache_remove(const char *stem, bool keep_log)
{
  char *json = part(stem, ".json"), *log = part(stem, ".log");
  char *temporary = part(stem, ".tmp");
  (void)unlink(json);
  if (!keep_log)
    (void)unlink(log);
  (void)unlink(stem); /* a command can put anything there */
  rd_scratch_remove(stem);
  rd_scratch_remove(temporary);
  free(json);
  free(log);
  free(temporary);
}

/* ---- room ---- */

bool cache_is_full(const cache *self)
{
  struct statvfs info;
  if (statvfs(self->folder, &info) || !info.f_blocks)
    return false;
  uint64_t room = info.f_bavail * (uint64_t)info.f_frsize;
  uint64_t all = info.f_blocks * (uint64_t)info.f_frsize;
  uint64_t least = (uint64_t)FULL_MIB << 20;
  return room < (all / 16 < least ? all / 16 : least) ||
         (info.f_files && !info.f_favail);
}

rd_status cache_fail_full(const cache *self, rd_error *err)
{
  return rd_fail(err, RD_ERR_NOSPACE,
                 "no room left on the disk of %s: free some, or choose another "
                 "with --build-cache, or keep less with --build-cache-size",
                 self->folder);
}

/* ---- what a kill leaves ---- */

/* Is it the lock file of a build (COMMIT.lock) or checkout (KEY-N.lock)? */
static bool is_lock(const char *name)
{
  size_t size = strspn(name, "0123456789abcdef");
  if (size == CACHE_KEY_DIGITS && name[size] == '-') {
    size_t number = strspn(name + size + 1, "0123456789");
    return number && !strcmp(name + size + 1 + number, ".lock");
  }
  return size == OBJECT_ID_DIGITS && !strcmp(name + size, ".lock");
}

/* Adds the stems of a folder's items. */
static void find_stems(strings *out, const char *folder)
{
  DIR *entries = opendir(folder);
  struct dirent *entry;
  while (entries && (entry = readdir(entries)))
    if (is_lock(entry->d_name))
      strings_take(out,
                   mem_format("%s/%.*s", folder,
                              (int)(strlen(entry->d_name) - strlen(".lock")),
                              entry->d_name));
  if (entries)
    (void)closedir(entries);
}

/* Waits for a keeper whose owner has ended; *steps_left is shared. */
static void settle_tree(const char *stem, unsigned *steps_left)
{
  const struct timespec step = { .tv_nsec = STEP_MS * 1000000L };
  char *temporary = part(stem, ".tmp");
  int lock = is_folder(temporary) ? cache_lock(stem, false) : -1;
  for (; lock >= 0 && is_folder(temporary) && *steps_left; --*steps_left)
    (void)nanosleep(&step, NULL);
  if (lock >= 0)
    rd_scratch_remove(temporary);
  cache_unlock(lock);
  free(temporary);
}

void cache_settle(const cache *self)
{
  unsigned steps_left = SETTLE_MS / STEP_MS;
  strings stems = { 0 };
  find_stems(&stems, self->trees);
  for (size_t i = 0; i < stems.size; i++)
    settle_tree(stems.data[i], &steps_left);
  strings_free(&stems);
}

/* ---- what has to go ---- */

typedef struct item {
  char *stem;
  uint64_t size;
  struct timespec used;
} item;

typedef ARRAY(item) items;

static void find_builds(strings *out, const cache *self)
{
  char *upper = mem_format("%s/builds", self->folder);
  DIR *entries = opendir(upper);
  struct dirent *entry;
  while (entries && (entry = readdir(entries))) {
    char *folder = mem_format("%s/%s", upper, entry->d_name);
    if (strspn(entry->d_name, "0123456789abcdef") == CACHE_KEY_DIGITS &&
        !entry->d_name[CACHE_KEY_DIGITS])
      find_stems(out, folder);
    free(folder);
  }
  if (entries)
    (void)closedir(entries);
  free(upper);
}

/* Adds a complete item, dated by its file `suffix`. */
static void note(items *out, const char *stem, const char *suffix,
                 uint64_t size)
{
  struct stat info;
  char *path = part(stem, suffix);
  if (!stat(path, &info))
    ARRAY_PUSH(out, (item){ mem_copy(stem), size, info.st_mtim });
  free(path);
}

/* Removes an item; if that fails, it can be found again. Releases the lock,
 * which is held exclusively. */
static void drop(const char *stem, int lock)
{
  cache_remove(stem, false);
  char *path = part(stem, ".lock");
  if (!is_folder(stem))
    (void)unlink(path);
  free(path);
  cache_unlock(lock);
}

/* Handles an item without an index that no process uses: a checkout gets its
 * index now; a failed build has only its log, which is kept; anything else was
 * left by a kill. */
static void tidy(items *out, const char *stem, bool is_tree)
{
  uint64_t size;
  int lock = cache_lock(stem, false);
  if (lock < 0)
    return;
  char *log = part(stem, ".log");
  bool found = cache_find(&size, NULL, stem); /* made in the meantime */
  if (!found && is_tree && is_folder(stem))
    found = !cache_add(stem, 0, NULL) && cache_find(&size, NULL, stem);
  if (found) {
    note(out, stem, ".json", size);
  } else if (!is_tree && !is_folder(stem) && path_exists(log)) {
    note(out, stem, ".log", disk_usage(log));
  } else {
    drop(stem, lock);
    lock = -1;
  }
  cache_unlock(lock);
  free(log);
}

static void find_items(items *out, const cache *self)
{
  strings stems = { 0 };
  find_stems(&stems, self->trees);
  size_t tree_count = stems.size;
  find_builds(&stems, self);
  for (size_t i = 0; i < stems.size; i++) {
    uint64_t size;
    if (cache_find(&size, NULL, stems.data[i]))
      note(out, stems.data[i], ".json", size);
    else
      tidy(out, stems.data[i], i < tree_count);
  }
  strings_free(&stems);
}

static int by_use(const void *a, const void *b)
{
  const item *left = a, *right = b;
  if (left->used.tv_sec != right->used.tv_sec)
    return left->used.tv_sec < right->used.tv_sec ? -1 : 1;
  if (left->used.tv_nsec != right->used.tv_nsec)
    return left->used.tv_nsec < right->used.tv_nsec ? -1 : 1;
  return strcmp(left->stem, right->stem);
}

uint64_t cache_evict(const cache *self, uint64_t bytes)
{
  items all = { 0 };
  uint64_t sum = 0;
  cache_settle(self);
  find_items(&all, self);
  for (size_t i = 0; i < all.size; i++)
    sum += all.data[i].size;
  if (all.size)
    qsort(all.data, all.size, sizeof *all.data, by_use);
  for (size_t i = 0; i < all.size; i++) {
    int lock = sum > bytes ? cache_lock(all.data[i].stem, false) : -1;
    if (lock >= 0) {
      drop(all.data[i].stem, lock);
      sum -= all.data[i].size;
    }
    free(all.data[i].stem);
  }
  free(all.data);
  return sum;
}
