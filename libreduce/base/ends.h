/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The head and the tail of what a program prints, in bounded memory. */
#ifndef BASE_ENDS_H
#define BASE_ENDS_H

#include "base/text.h"

/* A program that prints more is ended: it is not going to say anything. */
#define ENDS_ENDLESS ((uint64_t)256 << 20)

/* What has been printed. {.most = N} is nothing yet. */
typedef struct printed_ends {
  size_t most;      /* bytes to keep; 0 means 64 MiB */
  uint64_t printed; /* bytes so far */
  textbuf tail;
} printed_ends;

/* Takes printed bytes. Returns how many of them, from the first, belong to the
 * head, which the caller keeps; the rest is for the tail. */
size_t ends_take(printed_ends *self, const char *bytes, size_t size);
/* What follows the head, a line "..." in place of what was dropped included;
 * lent. */
const char *ends_tail(size_t *size_out, printed_ends *self);
void ends_free(printed_ends *self);

#endif
