/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A worker may lie. The first claim of each crash is checked by a run here; others
 * of that crash wait for it. So no bug is made up, and a crash that a worker sees
 * for the first time costs one run. That an input does not crash is believed of
 * those that have shown a crash (away.c). The first claims of a worker and one in
 * fifty of the others are checked in any case, which finds one that always says the
 * same. A worker that was wrong once is not believed any more, and what it said
 * before is run here (look.c).
 */
#include "campaign/claims.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

enum { SAMPLE = 50, FIRST = 4 };

static uint64_t hash_string(const char *string)
{
  return hash_bytes(string, strlen(string));
}

/* What is the same for the same crash of the same compiler. */
static uint64_t crash_key(const input *of)
{
  char *both = mem_format("%s\n%s", of->compiler, of->crash.signature);
  uint64_t key = hash_string(both);
  free(both);
  return key;
}

static bool is_shown(const claims *self, const input *said)
{
  return map_find(&self->shown, crash_key(said)) != MAP_NONE;
}

static void note_crash(claims *self, uint32_t number, const input *ran)
{
  if (ran->state != INPUT_CRASHES || ran->teller)
    return;
  map_put(&self->shown, crash_key(ran), number);
  if (ran->crash.place)
    self->example = number;
}

void claims_init(claims *out, const campaign *of)
{
  *out = (claims){ .example = CLAIMS_NONE };
  for (size_t i = 0; i < of->count; i++)
    note_crash(out, (uint32_t)i, &of->inputs[i]);
}

static void drop(claims *self, size_t at)
{
  input_dispose(&self->held.data[at].said);
  memmove(&self->held.data[at], &self->held.data[at + 1],
          (--self->held.size - at) * sizeof *self->held.data);
}

void claims_clear(claims *self)
{
  while (self->held.size)
    drop(self, self->held.size - 1);
}

void claims_dispose(claims *self)
{
  claims_clear(self);
  ARRAY_FREE(&self->held);
  map_free(&self->shown);
  for (size_t i = 0; i < self->workers.size; i++)
    free(self->workers.data[i].name);
  ARRAY_FREE(&self->workers);
}

/* All processes of a worker have the same compiler. */
static claims_worker *worker_of(claims *self, const char *teller)
{
  const char *dot = strrchr(teller, '.');
  char *name =
      mem_copy_bytes(teller, dot ? (size_t)(dot - teller) : strlen(teller));
  size_t i = 0;
  while (i < self->workers.size &&
         strcmp(self->workers.data[i].name, name) != 0)
    i++;
  if (i == self->workers.size)
    ARRAY_PUSH(&self->workers, ((claims_worker){ .name = name }));
  else
    free(name);
  return &self->workers.data[i];
}

void claims_distrust(claims *self, const char *teller)
{
  claims_worker *worker = worker_of(self, teller);
  self->liars += !worker->lies;
  worker->lies = true;
}

bool claims_is_liar(claims *self, const char *teller)
{
  return worker_of(self, teller)->lies;
}

void claims_add(claims *self, uint32_t number, input *said)
{
  bool is_first = worker_of(self, said->teller)->claims++ < FIRST;
  claim one = { .number = number,
                .said = *said,
                .is_sample = is_first || hash_string(said->key) % SAMPLE == 0 };
  ARRAY_PUSH(&self->held, one);
  *said = (input){ 0 };
}

bool claims_holds(const claims *self, uint32_t number)
{
  size_t i = 0;
  while (i < self->held.size && self->held.data[i].number != number)
    i++;
  return i < self->held.size;
}

static bool is_same(const input *a, const input *b)
{
  return a->state == b->state &&
         (a->state != INPUT_CRASHES || crash_key(a) == crash_key(b));
}

void claims_compare(char **liar_out, claims *self, uint32_t number,
                    const input *ran)
{
  *liar_out = NULL;
  note_crash(self, number, ran);
  for (size_t i = 0; i < self->held.size; i++) {
    claim *each = &self->held.data[i];
    if (each->number != number)
      continue;
    if (ran->state != INPUT_BROKEN && !is_same(&each->said, ran) &&
        !claims_is_liar(self, each->said.teller)) {
      *liar_out = mem_copy(each->said.teller);
      claims_distrust(self, each->said.teller);
    }
    drop(self, i);
    return;
  }
}

/* Is another claim of the same crash being checked? */
static bool is_checked(const claims *self, const input *said)
{
  for (size_t i = 0; i < self->held.size; i++)
    if (self->held.data[i].is_asked && is_same(&self->held.data[i].said, said))
      return true;
  return false;
}

static claim_end judge(claims *self, const claim *of)
{
  const input *said = &of->said;
  if (claims_is_liar(self, said->teller) || of->is_sample)
    return CLAIM_DOUBTED;
  if (said->state != INPUT_CRASHES || is_shown(self, said))
    return CLAIM_BELIEVED;
  return is_checked(self, said) ? CLAIM_NONE : CLAIM_DOUBTED;
}

claim_end claims_next(uint32_t *number_out, input *said_out, claims *self)
{
  for (size_t i = 0; i < self->held.size; i++) {
    claim *each = &self->held.data[i];
    claim_end end = each->is_asked ? CLAIM_NONE : judge(self, each);
    *number_out = each->number;
    if (end == CLAIM_BELIEVED) {
      *said_out = each->said;
      each->said = (input){ 0 };
      drop(self, i);
    } else if (end == CLAIM_DOUBTED) {
      each->is_asked = true;
    }
    if (end != CLAIM_NONE)
      return end;
  }
  return CLAIM_NONE;
}
