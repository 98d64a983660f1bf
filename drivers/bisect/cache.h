/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The folder in which compilers are kept: where what lies, who uses it, and what
 * has to go.
 *
 * All in it are items. An item has a stem, which is a path, and
 *
 *   STEM/       what is kept
 *   STEM.lock   held by whoever makes it (alone) or uses it (shared)
 *   STEM.json   its size; its time stamp is that of the last use
 *   STEM.log    what making it has printed
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
  char *builds; /* in it: compilers by commit, of one KEY */
  char *trees;  /* in it: checkouts, KEY-N */
  char *key;
  uint64_t bytes; /* what is kept at most */
} cache;

/* Makes the folders that are missing. `folder` may be NULL: builds_place. `about`
 * tells what the builds depend on, and is written beside them. RD_ERR_NOTFOUND:
 * there is no place for it; RD_ERR_NOSPACE; RD_ERR_IO, also if others may write
 * there. Owner: *out is released with
 * cache_dispose. */
rd_status cache_init(cache *out, const char *folder, const char *about,
                     uint64_t bytes, rd_error *err);
void cache_dispose(cache *self);
/* The stems; caller's. */
char *cache_build(const cache *self, const char *commit);
char *cache_tree(const cache *self, unsigned number);

/* Takes the lock of an item without waiting: a descriptor, or -1 with errno
 * (EWOULDBLOCK: someone else has it). The kernel frees it when the process ends,
 * however it ends. */
int cache_lock(const char *stem, bool shared);
/* Fails with what errno says of a lock. */
rd_status cache_fail_lock(const cache *self, rd_error *err);
/* Goes on to share the lock of an item that was held alone; false: it is lost to
 * another, who may have removed the item. */
bool cache_share(const char *stem, int lock);
void cache_unlock(int lock);

/* Is it whole? Then its size and how long it took. The outputs may be NULL. */
bool cache_find(uint64_t *size_out, uint64_t *ms_out, const char *stem);
/* Says that it is whole. RD_ERR_NOSPACE, RD_ERR_IO. Cost: a look at each file. */
rd_status cache_add(const char *stem, uint64_t ms, rd_error *err);
/* Makes now the time of its last use. */
void cache_touch(const char *stem);
/* Removes all of it but the lock, which the caller has to hold alone, and with
 * `keep_log` the log. */
void cache_remove(const char *stem, bool keep_log);
/* Waits, for some seconds at most, until the processes are gone that an owner
 * who was killed has left at work on a checkout, and removes their temporary
 * files. */
void cache_settle(const cache *self);

/* Removes what kills have left and then, until no more than `bytes` are kept,
 * what was not used for the longest time, but nothing that a process uses. Returns
 * how many bytes are left. */
uint64_t cache_evict(const cache *self, uint64_t bytes);
/* What a file, or a folder with all that is in it, takes on the disk. */
uint64_t disk_usage(const char *path);
/* Has its file system (next to) no room? */
bool cache_is_full(const cache *self);
/* Fails with RD_ERR_NOSPACE and what to do. */
rd_status cache_fail_full(const cache *self, rd_error *err);

#endif
