/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The cache maps the 128-bit hash of a text to its verdict.
 *
 * Entries are stored in a ring in order of age; when the ring has reached the
 * memory limit, a new entry replaces the oldest. Each bucket holds the head of
 * a chain through the ring. New entries go to the head, so the oldest entry is
 * the last of its chain. Nothing is ever iterated in hash order.
 *
 * The key is the whole text, layout included: a text that differs only in white
 * space may behave differently (`__LINE__`, assembler, debug lines). With 128
 * bits a collision needs about 2^64 texts, so texts are not stored. The caller
 * computes the key once for each candidate.
 *
 * A text whose answer was withdrawn keeps its entry, without a verdict.
 */
#include "cache.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "reduce/reduce.h"

enum { NO_ENTRY = UINT32_MAX, FIRST_ENTRIES = 1024, MIN_ENTRIES = 4 };

static const size_t default_bytes = (size_t)64 * 1024 * 1024;

struct entry {
  rd_key key;
  uint32_t next; /* next older in the chain; NO_ENTRY at the end */
  uint32_t verdict;
};

struct rd_cache {
  struct entry *ring;
  uint32_t *buckets; /* as many as `room` */
  size_t room;       /* entries, a power of two */
  size_t most;       /* limit of `room` */
  size_t size;
  size_t oldest;
};

rd_key rd_key_of(const char *text, size_t size)
{
  XXH128_hash_t hash = XXH3_128bits(text, size);
  return (rd_key){ hash.low64, hash.high64 };
}

bool rd_key_is_same(rd_key a, rd_key b)
{
  return a.low == b.low && a.high == b.high;
}

/* The largest power of two of entries that fits into `bytes`. */
static size_t entries_in(size_t bytes)
{
  size_t entries = MIN_ENTRIES;
  while (2 * entries * (sizeof(struct entry) + sizeof(uint32_t)) <= bytes)
    entries *= 2;
  return entries;
}

static size_t bucket_of(const rd_cache *cache, rd_key key)
{
  return (size_t)key.low & (cache->room - 1);
}

static void link_entry(rd_cache *cache, size_t at)
{
  uint32_t *bucket = &cache->buckets[bucket_of(cache, cache->ring[at].key)];
  cache->ring[at].next = *bucket;
  *bucket = (uint32_t)at;
}

static void unlink_entry(rd_cache *cache, size_t at)
{
  uint32_t *link = &cache->buckets[bucket_of(cache, cache->ring[at].key)];
  while (*link != at)
    link = &cache->ring[*link].next;
  *link = cache->ring[at].next;
}

/* Grows the ring to `room` entries; only while nothing has been forgotten. */
static void grow(rd_cache *cache, size_t room)
{
  cache->ring = mem_resize(cache->ring, room, sizeof *cache->ring);
  cache->buckets = mem_resize(cache->buckets, room, sizeof *cache->buckets);
  memset(cache->buckets, 0xff, room * sizeof *cache->buckets);
  cache->room = room;
  for (size_t i = 0; i < cache->size; i++)
    link_entry(cache, i);
}

rd_cache *rd_cache_new(size_t most_bytes)
{
  rd_cache *cache = mem_alloc(1, sizeof *cache);
  cache->most = entries_in(most_bytes ? most_bytes : default_bytes);
  grow(cache, cache->most < FIRST_ENTRIES ? cache->most : FIRST_ENTRIES);
  return cache;
}

void rd_cache_free(rd_cache *cache)
{
  if (!cache)
    return;
  free(cache->ring);
  free(cache->buckets);
  free(cache);
}

static size_t find(const rd_cache *cache, rd_key key)
{
  uint32_t at = cache->buckets[bucket_of(cache, key)];
  while (at != NO_ENTRY && !rd_key_is_same(cache->ring[at].key, key))
    at = cache->ring[at].next;
  return at;
}

bool rd_cache_find(rd_verdict *out, const rd_cache *cache, rd_key key)
{
  size_t at = find(cache, key);
  if (at == NO_ENTRY || cache->ring[at].verdict == RD_VERDICT_COUNT)
    return false;
  *out = (rd_verdict)cache->ring[at].verdict;
  return true;
}

void rd_cache_add(rd_cache *cache, rd_key key, rd_verdict verdict)
{
  size_t known = find(cache, key);
  if (known != NO_ENTRY) {
    cache->ring[known].verdict = (uint32_t)verdict;
    return;
  }
  if (cache->size == cache->room && cache->room < cache->most)
    grow(cache, 2 * cache->room);
  size_t at = cache->size;
  if (cache->size == cache->room) {
    at = cache->oldest;
    cache->oldest = (cache->oldest + 1) % cache->room;
    unlink_entry(cache, at);
  } else {
    cache->size++;
  }
  cache->ring[at].key = key;
  cache->ring[at].verdict = (uint32_t)verdict;
  link_entry(cache, at);
}

rd_answers *rd_answers_new(void)
{
  return rd_cache_new(0);
}

void rd_answers_free(rd_answers *answers)
{
  rd_cache_free(answers);
}

void rd_answers_change(rd_answers *answers, rd_verdict from, rd_verdict to)
{
  for (size_t i = 0; i < answers->size; i++)
    if (answers->ring[i].verdict == (uint32_t)from)
      answers->ring[i].verdict = (uint32_t)to;
}
