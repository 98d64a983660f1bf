/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The head and the tail of what a program prints.
 *
 * A compiler that crashes says so in its last lines, and may have warned for
 * megabytes before. So half of the space is for the beginning, which is known
 * as it comes, and half for the end, which is known at last. The tail is cut
 * when it has twice its size, so a byte is moved once at most.
 */
#include "base/ends.h"

#include <string.h>

#define LEFT_OUT "\n...\n"
enum { LEFT_OUT_SIZE = sizeof LEFT_OUT - 1, USUAL_MIB = 64 };

static size_t most(const printed_ends *self)
{
  return self->most ? self->most : (size_t)USUAL_MIB << 20;
}

static size_t tail_most(const printed_ends *self)
{
  return most(self) / 2;
}

static void keep_last(textbuf *tail, size_t size)
{
  if (tail->size <= size)
    return;
  memmove(tail->data, tail->data + tail->size - size, size);
  tail->size = size;
}

size_t ends_take(printed_ends *self, const char *bytes, size_t size)
{
  size_t head = most(self) - tail_most(self);
  size_t left = self->printed < head ? head - (size_t)self->printed : 0;
  size_t first = size < left ? size : left;
  self->printed += size;
  if (first == size)
    return first;
  text_add(&self->tail, bytes + first, size - first);
  if (self->tail.size > 2 * tail_most(self))
    keep_last(&self->tail, tail_most(self));
  return first;
}

const char *ends_tail(size_t *size_out, printed_ends *self)
{
  textbuf *tail = &self->tail;
  if (self->printed > most(self)) {
    keep_last(tail, tail_most(self));
    if (tail->size >= LEFT_OUT_SIZE)
      memcpy(tail->data, LEFT_OUT, LEFT_OUT_SIZE);
  }
  *size_out = tail->size;
  return tail->size ? tail->data : "";
}

void ends_free(printed_ends *self)
{
  text_free(&self->tail);
}
