/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What goes from the folder in which compilers are kept.
 *
 * All that was not used for the longest time goes until the rest is small enough,
 * whichever repository and command it belongs to; checkouts too, once nobody works
 * in them. An item that somebody uses cannot be locked, and stays. Of the folder
 * only names of our own making are looked at, those with a lock file: what else
 * lies in it may be somebody's.
 *
 * Sizes are those on the disk. They are found out when an item is made; those of
 * checkouts, which change with each build, when nobody uses them any more.
 *
 * The keeper of a build removes STEM.tmp of its checkout when it ends. It outlives
 * an owner that was killed by the moment that it takes to kill the build, and
 * until then that folder shows that there is one.
 */
#include "bisect/cache.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "bisect/usage.h"
#include "base/files.h"
#include "reduce/process.h"

enum {
  SETTLE_MS = 3000, /* a keeper needs some ms, and more only if what it kills
                       does not die */
  STEP_MS = 10
};

static char *part(const char *stem, const char *suffix)
{
  return mem_format("%s%s", stem, suffix);
}

static bool is_folder(const char *path)
{
  struct stat info;
  return !lstat(path, &info) && S_ISDIR(info.st_mode);
}

/* ---- what a kill leaves ---- */

static void sleep_step(void)
{
  const struct timespec moment = { .tv_nsec = STEP_MS * 1000000L };
  (void)nanosleep(&moment, NULL);
}

/* Is it the lock file of a build (COMMIT.lock) or of a checkout (KEY-N.lock)? */
static bool is_lock(const char *name)
{
  size_t size = strspn(name, "0123456789abcdef");
  if (size == CACHE_KEY_DIGITS && name[size] == '-') {
    size_t number = strspn(name + size + 1, "0123456789");
    return number && !strcmp(name + size + 1 + number, ".lock");
  }
  return size == OBJECT_ID_DIGITS && !strcmp(name + size, ".lock");
}

/* Adds the items of a folder. */
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

/* Waits for the end of a keeper whose owner is gone; *steps_left are shared. */
static void settle_tree(const char *stem, unsigned *steps_left)
{
  char *temporary = part(stem, ".tmp");
  int lock = is_folder(temporary) ? cache_lock(stem, false) : -1;
  for (; lock >= 0 && is_folder(temporary) && *steps_left; --*steps_left)
    sleep_step();
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

typedef struct items {
  item *data;
  size_t size, capacity;
} items;

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

/* Takes an item that is whole into account, as its file `suffix` dates it. */
static void note(items *out, const char *stem, const char *suffix,
                 uint64_t size)
{
  struct stat info;
  char *path = part(stem, suffix);
  if (!stat(path, &info)) {
    if (out->size == out->capacity) {
      out->capacity = out->capacity ? out->capacity * 2 : 64;
      out->data = mem_resize(out->data, out->capacity, sizeof *out->data);
    }
    out->data[out->size++] =
        (item){ .stem = mem_copy(stem), .size = size, .used = info.st_mtim };
  }
  free(path);
}

/* Removes an item for good, to be found again if that fails; the lock, held
 * alone, ends. */
static void drop(const char *stem, int lock)
{
  cache_remove(stem, false);
  char *path = part(stem, ".lock");
  if (!is_folder(stem))
    (void)unlink(path);
  free(path);
  cache_unlock(lock);
}

/* An item without an index that nobody is at work on: a checkout gets its index
 * now; of a build that has failed only the log is there, and is kept; the rest was
 * left by a kill. */
static void tidy(items *out, const char *stem, bool is_tree)
{
  uint64_t size;
  int lock = cache_lock(stem, false);
  if (lock < 0)
    return;
  char *log = part(stem, ".log");
  bool found = cache_find(&size, NULL, stem); /* made meanwhile */
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
