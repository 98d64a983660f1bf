/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The folder that keeps compilers: its layout, its locks and its eviction.
 *
 * The cache consists of items. An item is named by its stem, a path:
 *
 *   STEM/       the content
 *   STEM.lock   held by the process that makes it (alone) or uses it (shared)
 *   STEM.json   its size; the file's time is that of the last use
 *   STEM.log    the output of making it
 *   STEM.tmp/   temporary files of the processes that make it
 */
#ifndef BISECT_CACHE_H
#define BISECT_CACHE_H

#include "base/text.h"
#include "git/repository.h"

#include "reduce/status.h"

enum { CACHE_KEY_DIGITS = 16 };

typedef struct cache {
  char *folder; /* absolute */
  char *builds; /* inside `folder`: compilers by commit, of one KEY */
  char *trees;  /* inside `folder`: checkouts, KEY-N */
  char *key;
  uint64_t bytes; /* most bytes to keep */
} cache;

/* Creates missing folders. A NULL `folder` means builds_place. `about`
 * describes what the builds depend on and is written beside them.
 * RD_ERR_NOTFOUND: there is no place for the cache; RD_ERR_NOSPACE;
 * RD_ERR_IO, also if others may write there. Owner: *out is released with
 * cache_dispose. */
rd_status cache_init(cache *out, const char *folder, const char *about,
                     uint64_t bytes, rd_error *err);
void cache_dispose(cache *self);
/* The stems; caller's. */
char *cache_build(const cache *self, const char *commit);
char *cache_tree(const cache *self, unsigned number);

/* Takes the lock of an item without waiting: a descriptor, or -1 with errno
 * (EWOULDBLOCK: another process holds it). The kernel releases it when the
 * process ends in any way. */
int cache_lock(const char *stem, bool shared);
/* Fails with the message for a lock's errno. */
rd_status cache_fail_lock(const cache *self, rd_error *err);
/* Turns an exclusive lock into a shared one; false: another process took the
 * lock and may have removed the item. */
bool cache_share(const char *stem, int lock);
void cache_unlock(int lock);

/* Is the item complete? If so, returns its size and the time it took to make.
 * The outputs may be NULL. */
bool cache_find(uint64_t *size_out, uint64_t *ms_out, const char *stem);
/* Marks the item as complete. RD_ERR_NOSPACE, RD_ERR_IO. Cost: one stat per
 * file. */
rd_status cache_add(const char *stem, uint64_t ms, rd_error *err);
/* Sets the time of its last use to now. */
void cache_touch(const char *stem);
/* Removes the item except for the lock, which the caller must hold exclusively,
 * and with `keep_log` except for the log. */
void cache_remove(const char *stem, bool keep_log);
/* Waits, for some seconds at most, for processes that a killed owner left
 * working on a checkout, and removes their temporary files. */
void cache_settle(const cache *self);

/* Removes leftovers of killed processes, then the least recently used items
 * until at most `bytes` are kept, but nothing that a process uses. Returns how
 * many bytes are left. */
uint64_t cache_evict(const cache *self, uint64_t bytes);
/* The disk space of a file, or of a folder and its content. */
uint64_t disk_usage(const char *path);
/* Is its file system full, or nearly so? */
bool cache_is_full(const cache *self);
/* Fails with RD_ERR_NOSPACE and advice. */
rd_status cache_fail_full(const cache *self, rd_error *err);

#endif
