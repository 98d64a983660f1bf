/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the front end said of the last texts that it checked.
 *
 * The judge, the class that is held and foresight each ask about the original and
 * about every accepted text, and a check of 2 MB takes a second. So the last answers of
 * a worker are remembered; failures are not.
 */
#include "server/parts.h"

bool answers_find(rd_diagnostics *out, const struct answers *self,
                  uint64_t hash, size_t size, uint32_t relax)
{
  for (unsigned i = 0; i < ANSWERS_KEPT; i++) {
    const struct answer *at = &self->kept[i];
    if (!at->is_known || at->hash != hash || at->size != size ||
        at->relax != relax)
      continue;
    *out = at->said;
    return true;
  }
  return false;
}

void answers_add(struct answers *self, uint64_t hash, size_t size,
                 uint32_t relax, const rd_diagnostics *said)
{
  self->kept[self->next++ % ANSWERS_KEPT] = (struct answer){
    .is_known = true, .hash = hash, .size = size, .relax = relax, .said = *said
  };
}
