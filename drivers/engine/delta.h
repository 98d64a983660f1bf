/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The difference of a text from a base: what is copied from it, and what is new.
 * A candidate of a large file is its base with parts left out, so its difference
 * takes some bytes for each part. */
#ifndef ENGINE_DELTA_H
#define ENGINE_DELTA_H

#include <stdint.h>

#include "base/text.h"

/* Where a base has which bytes. */
typedef struct delta_base {
  const char *text; /* borrowed */
  size_t size;
  uint32_t *blocks; /* offsets by the hash of what begins there, + 1; 0: none */
  size_t mask;
} delta_base;

/* Cost: linear, like delta_make. */
void delta_base_init(delta_base *out, const char *text, size_t size);
void delta_base_dispose(delta_base *self);
/* Adds the difference. */
void delta_make(textbuf *out, const delta_base *from, const char *text,
                size_t size);
/* Makes the text again. Returns false if the difference is malformed, does not
 * fit the base, or makes more than `most` bytes. Owner: *out is the caller's. */
bool delta_apply(char **out, size_t *size_out, const char *base,
                 size_t base_size, const char *delta, size_t delta_size,
                 size_t most);

#endif
