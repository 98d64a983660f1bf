/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Byte strings stored once each, in the order of their first coming. */
#ifndef RD_INTERN_H
#define RD_INTERN_H

#include "base/text.h"

typedef struct rd_intern {
  textbuf bytes; /* all strings, one behind the other */
  struct rd_intern_slot {
    uint32_t offset, size; /* size 0: free */
  } * slots;
  size_t slot_count, used; /* slot_count is 0 or a power of two */
} rd_intern;

/* The offset of the `size` > 0 bytes in intern->bytes; equal bytes have equal
 * offsets. Zero initialises. */
uint32_t rd_intern_add(rd_intern *intern, const void *bytes, size_t size);
/* The same for a string and its NUL. */
uint32_t rd_intern_string(rd_intern *intern, const char *string);
void rd_intern_dispose(rd_intern *intern);

#endif
