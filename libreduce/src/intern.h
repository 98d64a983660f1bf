/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Byte strings stored once each, in order of first appearance. */
#ifndef RD_INTERN_H
#define RD_INTERN_H

#include "base/text.h"
#include "reduce/tree.h"

typedef struct rd_interned {
  uint32_t offset, size;
  uint32_t weight; /* tokens of a text; RD_NONE: only a name so far */
} rd_interned;

typedef struct rd_intern {
  textbuf bytes; /* all strings, concatenated */
  ARRAY(rd_interned) all;
  uint32_t *slots;   /* 1 + a number, 0: free */
  size_t slot_count; /* 0 or a power of two */
} rd_intern;

/* The number of the `size` > 0 bytes in intern->all; equal bytes have equal
 * numbers. An all-zero rd_intern is empty. */
uint32_t rd_intern_add(rd_intern *intern, const void *bytes, size_t size);
/* The same for a string and its NUL. */
uint32_t rd_intern_string(rd_intern *intern, const char *string);
/* The same, with the weight that the lexer (NULL: the plain one) gives the text if it has
 * none. */
uint32_t rd_intern_text(rd_intern *intern, const char *text,
                        const rd_lexer *lexer);
static inline const char *rd_intern_at(const rd_intern *intern, uint32_t number)
{
  return intern->bytes.data + intern->all.data[number].offset;
}

void rd_intern_dispose(rd_intern *intern);

#endif
