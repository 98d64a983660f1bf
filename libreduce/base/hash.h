/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Hashes. hash_bytes is for use in memory only; digits may be stored. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stdio.h>
#include <xxhash.h>

enum { HASH_DIGITS = 32 };

/* Never 0, so that it may be a key of a map. */
static inline uint64_t hash_bytes(const void *bytes, size_t size)
{
  uint64_t hash = XXH3_64bits(bytes, size);
  return hash ? hash : 1;
}

/* XXH128, as xxhsum prints it. */
static inline void hash_digits(char out[HASH_DIGITS + 1], const void *bytes,
                               size_t size)
{
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes, size));
  for (size_t i = 0; i < sizeof canonical.digest; i++)
    (void)snprintf(out + 2 * i, 3, "%02x", canonical.digest[i]);
}

#endif
