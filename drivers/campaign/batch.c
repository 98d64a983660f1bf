/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "campaign/batch.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "base/files.h"

rd_status batch_init(batch *out, campaign *of, const uint32_t *which,
                     size_t count, rd_error *err)
{
  void *page = mmap(NULL, (count + 1) * sizeof *out->turns,
                    PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED)
    return fail_system(err, "share", "memory");
  *out = (batch){ of, which, count, page };
  return RD_OK;
}

void batch_dispose(batch *self)
{
  (void)munmap((void *)(uintptr_t)self->turns,
               (self->count + 1) * sizeof *self->turns);
}

size_t batch_take(const batch *self, uint32_t process)
{
  for (size_t i = 0; i < self->count; i++) {
    uint32_t turn = atomic_load(&self->turns[i]);
    if ((turn == TURN_FREE || turn == TURN_HERE) &&
        atomic_compare_exchange_strong(&self->turns[i], &turn,
                                       TURN_TAKEN + process))
      return i;
  }
  return self->count;
}

bool batch_is_settled(const batch *self)
{
  for (size_t i = 0; i < self->count; i++) {
    uint32_t turn = atomic_load(&self->turns[i]);
    if (turn == TURN_FREE || turn == TURN_HERE || turn == TURN_AWAY)
      return false;
  }
  return true;
}

size_t batch_find(const batch *self, uint32_t number)
{
  size_t at = 0;
  while (at < self->count && self->which[at] != number)
    at++;
  return at;
}

rd_status batch_tell(FILE *out, const batch *self, size_t at,
                     const char *teller, bool is_lie)
{
  char *line =
      is_lie ? NULL : input_line(&self->campaign->inputs[self->which[at]]);
  bool good = fprintf(out, "%zu\t%s\t%s\n", at, teller ? teller : "",
                      line ? line : "") > 0 &&
              !fflush(out);
  free(line);
  return good ? RD_OK : RD_ERR_IO;
}
