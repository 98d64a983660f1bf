/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The stack of a parse worker.
 *
 * Raising RLIMIT_STACK in a running process would not suffice: the space below the
 * main stack was laid out for the limit at exec time, so with the usual 8 MiB the
 * stack grows to about 128 MiB and then meets other mappings, while 50 000 nested
 * parentheses take libclang 19 about 470 MiB (measured). So the stack is a mapping
 * without reserve, which costs nothing until it is touched. LIBCLANG_NOTHREADS keeps
 * libclang on it.
 *
 * An infinite recursion touches all of it: 1.6 GB in four seconds (measured). A page
 * that nobody may touch ends it earlier, at what the text can need: what is nested
 * in a text takes bytes of it.
 */
#include "server/parts.h"

#include <sys/mman.h>

/* What a text without bytes may need: headers, and instantiations of templates, which
 * are nested a thousand deep. More than libclang itself expects to have, 8 MiB. */
#define LEAST ((uint64_t)64 << 20)

enum {
  GUARD = 1 << 16,
  PER_BYTE = 1 << 14 /* of the text: three times what a parenthesis takes */
};

bool worker_stack_map(worker_stack *out, size_t most)
{
  for (size_t size = most / GUARD * GUARD; size > LEAST; size /= 2) {
    char *low =
        mmap(NULL, size, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (low == MAP_FAILED)
      continue;
    (void)mprotect(low, GUARD, PROT_NONE);
    *out = (worker_stack){ .low = low, .size = size, .guard = low };
    return true;
  }
  return false;
}

void worker_stack_fit(worker_stack *self, size_t size)
{
  uint64_t room = LEAST + (uint64_t)size * PER_BYTE + GUARD;
  char *guard = self->low;
  if (!self->low)
    return;
  if (room < self->size)
    guard += (self->size - room) / GUARD * GUARD;
  if (guard == self->guard)
    return;
  (void)mprotect(guard, GUARD, PROT_NONE);
  if (self->guard != self->low)
    (void)mprotect(self->guard, GUARD, PROT_READ | PROT_WRITE);
  self->guard = guard;
}
