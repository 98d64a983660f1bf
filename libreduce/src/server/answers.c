/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the front end said of the last texts that it checked.
 *
 * The judge, the class that is held and foresight each ask about the original and
 * about every accepted text, and a check of 2 MB takes a second. So the last answers are
 * remembered, with those that the front end died of and recovered from; other failures
 * are not.
 */
#include "server/parts.h"

const struct answer *answers_find(const struct answers *self, uint64_t hash,
                                  size_t size, uint32_t relax)
{
  for (unsigned i = 0; i < ANSWERS_KEPT; i++) {
    const struct answer *at = &self->kept[i];
    if (at->is_known && at->hash == hash && at->size == size &&
        at->relax == relax)
      return at;
  }
  return NULL;
}

void answers_add(struct answers *self, struct answer answer)
{
  answer.is_known = true;
  self->kept[self->next++ % ANSWERS_KEPT] = answer;
}
