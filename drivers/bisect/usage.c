/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How much of a disk a folder takes, as du(1) counts it: blocks, not lengths, so
 * that holes cost nothing and small files what they cost.
 *
 * Compilers are installed with many names for one file (gcc, x86_64-linux-gnu-gcc,
 * gcc-13), so files with several names are put aside and counted at the end, when
 * they are sorted. fts(3) walks, without changing the working folder.
 */
#include "bisect/usage.h"

#include <fts.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/text.h"

typedef struct linked {
  dev_t device;
  ino_t inode;
  uint64_t bytes;
} linked;

typedef struct linked_files {
  linked *data;
  size_t size, capacity;
} linked_files;

static void put_aside(linked_files *out, const struct stat *info)
{
  if (out->size == out->capacity) {
    out->capacity = out->capacity ? out->capacity * 2 : 64;
    out->data = mem_resize(out->data, out->capacity, sizeof *out->data);
  }
  out->data[out->size++] =
      (linked){ info->st_dev, info->st_ino, (uint64_t)info->st_blocks * 512 };
}

static int by_inode(const void *a, const void *b)
{
  const linked *left = a, *right = b;
  if (left->device != right->device)
    return left->device < right->device ? -1 : 1;
  return (left->inode > right->inode) - (left->inode < right->inode);
}

static uint64_t sum_once(linked_files *files)
{
  uint64_t sum = 0;
  if (files->size)
    qsort(files->data, files->size, sizeof *files->data, by_inode);
  for (size_t i = 0; i < files->size; i++)
    if (!i || by_inode(&files->data[i - 1], &files->data[i]))
      sum += files->data[i].bytes;
  free(files->data);
  return sum;
}

uint64_t disk_usage(const char *path)
{
  char *copy = mem_copy(path);
  char *const roots[] = { copy, NULL };
  FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
  linked_files several = { 0 };
  uint64_t sum = 0;
  FTSENT *entry;
  while (walk && (entry = fts_read(walk))) {
    if (entry->fts_info == FTS_DP || entry->fts_info == FTS_DNR ||
        entry->fts_info == FTS_NS || entry->fts_info == FTS_ERR)
      continue;
    const struct stat *info = entry->fts_statp;
    if (entry->fts_info != FTS_D && info->st_nlink > 1)
      put_aside(&several, info);
    else
      sum += (uint64_t)info->st_blocks * 512;
  }
  if (walk)
    (void)fts_close(walk);
  free(copy);
  return sum + sum_once(&several);
}
