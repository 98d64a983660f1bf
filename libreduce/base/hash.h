/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Hashes for use in memory only; stored data must specify its own hash. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <xxhash.h>

/* Never 0, so that it may be a key of a map. */
static inline uint64_t hash_bytes(const void *bytes, size_t size)
{
  uint64_t hash = XXH3_64bits(bytes, size);
  return hash ? hash : 1;
}

#endif
