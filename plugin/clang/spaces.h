/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which namespaces of a text declare what. */
#ifndef CLANG_SPACES_H
#define CLANG_SPACES_H

#include "build.h"

typedef struct spaces {
  map inlines;  /* hashes of the names of inline namespaces */
  map declared; /* keys of names */
  uint64_t *of; /* by fact: hash of the name of its namespace; 0: the file */
} spaces;

/* Finds the namespaces of all symbols. Owner: caller, spaces_free(). */
void spaces_find(spaces *out, const build *b);
void spaces_free(spaces *s);

/* The key of a name in a namespace; both are hashes. */
static inline uint64_t spaces_key(uint64_t name, uint64_t space)
{
  return name ^ (space << 21 | space >> 43);
}

#endif
