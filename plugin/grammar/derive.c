/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A recogniser with a memory: the ends that a rule reaches from a child are
 * worked out once. A rule that meets itself at the same child (left recursion,
 * among hidden rules) reaches what it is known to reach there, and is worked out
 * again until that is all. Each node has a budget in proportion to its children, so that a grammar
 * that is ambiguous costs no more than one that is not, and rules nest so deep at
 * most: beyond that its node is one without a derivation.
 */
#include "derive.h"

#include <stdlib.h>
#include <string.h>

/* A level of nesting takes half a KiB of the stack. */
enum { STEPS_FOR_CHILD = 1000, STEPS_AT_LEAST = 100000, DEEPEST = 4000 };

/* What a rule reaches from a child, as far as it is known. */
typedef struct memory {
  uint32_t *ends, count;
  uint32_t at;          /* the child */
  bool is_open, is_met; /* it is worked out; it has met itself meanwhile */
  bool is_stale;        /* a rule that it met reaches more than it did */
} memory;

struct derivation {
  const rules *grammar;
  const uint32_t *kinds;
  uint32_t count;
  uint64_t steps; /* that are left */
  uint32_t depth; /* of rules that are open */
  map known;      /* (rule, child) -> number in `memories` */
  ARRAY(memory) memories;
};

derivation *derive_new(const rules *grammar)
{
  derivation *self = mem_alloc(1, sizeof *self);
  self->grammar = grammar;
  return self;
}

static void forget(derivation *self)
{
  for (size_t i = 0; i < self->memories.size; i++)
    free(self->memories.data[i].ends);
  self->memories.size = 0;
  map_free(&self->known);
  self->known = (map){ 0 };
}

void derive_free(derivation *self)
{
  if (!self)
    return;
  forget(self);
  ARRAY_FREE(&self->memories);
  free(self);
}

void derive_start(derivation *self, const uint32_t *kinds, uint32_t count)
{
  forget(self);
  self->kinds = kinds;
  self->count = count;
  self->steps = (uint64_t)count * STEPS_FOR_CHILD + STEPS_AT_LEAST;
}

/* ---- sets of positions ---- */

typedef ARRAY(uint32_t) positions;

/* They mostly come in ascending order. */
static bool add(positions *set, uint32_t at)
{
  size_t i = set->size;
  while (i && set->data[i - 1] > at)
    i--;
  if (i && set->data[i - 1] == at)
    return false;
  ARRAY_RESERVE(set, 1);
  memmove(set->data + i + 1, set->data + i,
          (set->size - i) * sizeof *set->data);
  set->data[i] = at;
  set->size++;
  return true;
}

static void add_all(positions *set, ends more)
{
  for (uint32_t i = 0; i < more.count; i++)
    (void)add(set, more.data[i]);
}

static bool has(ends set, uint32_t at)
{
  uint32_t low = 0, high = set.count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (set.data[middle] < at)
      low = middle + 1;
    else
      high = middle;
  }
  return low < set.count && set.data[low] == at;
}

/* ---- ends ---- */

static void reach_sequence(positions *out, derivation *self, const rule *of,
                           uint32_t at)
{
  positions now = { 0 }, next = { 0 };
  (void)add(&now, at);
  for (uint32_t i = 0; i < of->count && now.size; i++) {
    uint32_t member = rules_member(self->grammar, of, i);
    next.size = 0;
    for (size_t k = 0; k < now.size; k++)
      add_all(&next, derive_ends(self, member, now.data[k]));
    positions swap = now;
    now = next;
    next = swap;
  }
  add_all(out, (ends){ now.data, (uint32_t)now.size });
  ARRAY_FREE(&now);
  ARRAY_FREE(&next);
}

static void reach_repeated(positions *out, derivation *self, const rule *of,
                           uint32_t at)
{
  uint32_t content = rules_member(self->grammar, of, 0);
  positions seen = { 0 };
  (void)add(&seen, at);
  for (size_t k = 0; k < seen.size; k++) {
    ends next = derive_ends(self, content, seen.data[k]);
    for (uint32_t i = 0; i < next.count; i++)
      if (next.data[i] >= seen.data[k])
        (void)add(&seen, next.data[i]);
  }
  bool is_any = of->type == RULE_REPEAT || derive_can(self, content, at, at);
  for (size_t k = 0; k < seen.size; k++)
    if (is_any || seen.data[k] != at)
      (void)add(out, seen.data[k]);
  ARRAY_FREE(&seen);
}

static bool is_kind(const derivation *self, uint32_t at, uint32_t kind)
{
  return at < self->count && self->kinds[at] == kind;
}

/* A hidden token may or may not have a node: `_semicolon: ";"` has one if ";" is
 * a token elsewhere. */
static void reach_symbol(positions *out, derivation *self, const rule *mention,
                         uint32_t at)
{
  const symbol *of = &self->grammar->symbols.data[mention->symbol];
  if (is_kind(self, at, of->kind))
    (void)add(out, at + 1);
  if (!of->is_hidden)
    return;
  if (of->is_token || of->is_external)
    (void)add(out, at);
  if (of->rule != RULE_NONE)
    add_all(out, derive_ends(self, of->rule, at));
}

static void reach(positions *out, derivation *self, uint32_t number,
                  uint32_t at)
{
  const rule *of = rules_at(self->grammar, number);
  switch ((rule_type)of->type) {
  case RULE_BLANK:
  case RULE_SILENT:
    (void)add(out, at);
    break;
  case RULE_ALIAS:
    if (rules_is_nullable(self->grammar, rules_member(self->grammar, of, 0),
                          true))
      (void)add(out, at);
    /* fall through */
  case RULE_TOKEN:
    if (is_kind(self, at, of->kind))
      (void)add(out, at + 1);
    break;
  case RULE_SYMBOL:
    reach_symbol(out, self, of, at);
    break;
  case RULE_SEQ:
    reach_sequence(out, self, of, at);
    break;
  case RULE_CHOICE:
    for (uint32_t i = 0; i < of->count; i++)
      add_all(out, derive_ends(self, rules_member(self->grammar, of, i), at));
    break;
  case RULE_REPEAT:
  case RULE_REPEAT1:
    reach_repeated(out, self, of, at);
    break;
  }
}

/* What begins at later children cannot have met a rule that begins at `at`. */
static void make_stale(derivation *self, size_t first, uint32_t at)
{
  for (size_t i = first; i < self->memories.size; i++)
    self->memories.data[i].is_stale |= self->memories.data[i].at == at;
}

static void work_out(derivation *self, uint32_t known, uint32_t number,
                     uint32_t at)
{
  if (++self->depth > DEEPEST)
    self->steps = 0;
  for (bool again = true; again && self->steps;) {
    positions found = { 0 };
    memory *m = &self->memories.data[known];
    self->steps--;
    m->is_open = true;
    m->is_met = m->is_stale = false;
    reach(&found, self, number, at);
    self->steps -= found.size < self->steps ? found.size : self->steps;
    m = &self->memories.data[known];
    again = m->is_met && found.size > m->count;
    free(m->ends);
    m->ends = found.data;
    m->count = (uint32_t)found.size;
    m->is_open = false;
    if (again)
      make_stale(self, known + 1, at);
  }
  self->depth--;
}

ends derive_ends(derivation *self, uint32_t number, uint32_t at)
{
  uint64_t key = ((uint64_t)number << 32 | at) + 1;
  uint32_t known = map_find(&self->known, key);
  if (known == MAP_NONE) {
    if (!self->steps)
      return (ends){ 0 };
    known = (uint32_t)self->memories.size;
    map_put(&self->known, key, known);
    ARRAY_PUSH(&self->memories, (memory){ .at = at, .is_stale = true });
  }
  memory *m = &self->memories.data[known];
  m->is_met |= m->is_open;
  if (m->is_stale && !m->is_open)
    work_out(self, known, number, at);
  m = &self->memories.data[known];
  return (ends){ m->ends, m->count };
}

bool derive_can(derivation *self, uint32_t number, uint32_t at, uint32_t end)
{
  return has(derive_ends(self, number, at), end);
}

/* ---- splitting ---- */

/* Backwards: can members [i, count) get from `at` to `end`? The sequences of a
 * grammar are short, and what their members reach is known. */
static bool cut(uint32_t *cuts, derivation *self, const rule *of, uint32_t i,
                uint32_t end)
{
  if (i == of->count)
    return cuts[i] == end;
  uint32_t member = rules_member(self->grammar, of, i);
  for (uint32_t k = derive_ends(self, member, cuts[i]).count; k-- > 0;) {
    cuts[i + 1] = derive_ends(self, member, cuts[i]).data[k];
    if (cuts[i + 1] <= end && cut(cuts, self, of, i + 1, end))
      return true;
  }
  return false;
}

void derive_cuts(uint32_t *cuts, derivation *self, uint32_t number, uint32_t at,
                 uint32_t end)
{
  const rule *of = rules_at(self->grammar, number);
  cuts[0] = at;
  (void)cut(cuts, self, of, 0, end);
}

void derive_turns(turns *out, derivation *self, uint32_t number, uint32_t at,
                  uint32_t end)
{
  uint32_t content =
      rules_member(self->grammar, rules_at(self->grammar, number), 0);
  uint32_t span = end - at;
  uint32_t *from = mem_alloc((size_t)span + 1, sizeof *from);
  for (uint32_t i = 1; i <= span; i++)
    from[i] = RULE_NONE;
  for (uint32_t i = 0; i < span; i++) {
    if (from[i] == RULE_NONE)
      continue;
    ends next = derive_ends(self, content, at + i);
    for (uint32_t k = 0; k < next.count; k++)
      if (next.data[k] > at + i && next.data[k] <= end &&
          from[next.data[k] - at] == RULE_NONE)
        from[next.data[k] - at] = i;
  }
  size_t first = out->size;
  for (uint32_t i = span; i != 0 && from[i] != RULE_NONE; i = from[i])
    ARRAY_PUSH(out, at + i);
  ARRAY_PUSH(out, at);
  for (size_t i = first, k = out->size - 1; i < k; i++, k--) {
    uint32_t swap = out->data[i];
    out->data[i] = out->data[k];
    out->data[k] = swap;
  }
  free(from);
}
