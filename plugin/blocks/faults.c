/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Counts the errors of a text.
 *
 * A check is only as good as its description: what that does not know counts as
 * an error in every text that has it. So the number says something only beside
 * that of another text.
 *
 * A statement is held against what its block may hold or, where that does not
 * say so, against all statements; the inside of a bracket is looked at by itself,
 * whatever stands before it. A header or an end without its block is an error
 * unless it is a statement as well.
 */
#include "faults.h"

#include "tokens/brackets.h"

struct counter {
  const source *self;
  const statement_list *all;
  skeleton seen;
  uint32_t faults;
};

/* Does what has been seen break a pattern that the description has? */
static bool breaks(const struct counter *c, const pattern *shape)
{
  return shape->is_ready && !c->seen.is_cut &&
         !pattern_matches(shape, c->seen.text.data);
}

static void count_brackets(struct counter *c, const statement *at)
{
  const source *self = c->self;
  for (uint32_t i = at->begin; i < at->end; i++) {
    uint32_t other = self->partners[i];
    if (other == BRACKET_ALONE) {
      c->faults += self->tokens[i].kind == TOKEN_PUNCTUATION &&
                   bracket_of(&self->tokens[i], self->text) != 0;
    } else if (other > i && other < at->end) {
      skeleton_set(&c->seen, self, i + 1, other);
      c->faults += breaks(c, &self->language->insides);
    }
  }
}

/* What the language, or the block that the statement `opener` opens, says of the
 * statements in it. */
static const pattern *held(const struct counter *c, uint32_t opener,
                           bool is_part)
{
  const description *language = c->self->language;
  if (opener == UINT32_MAX)
    return &language->statements;
  const rule *of = &language->rules.data[c->all->data[opener].rule];
  const pattern *own = is_part ? &of->part_holds : &of->holds;
  return own->is_ready ? own : &language->statements;
}

static void count_statement(struct counter *c, const statement *at,
                            const pattern *form)
{
  const description *language = c->self->language;
  if (at->role != PLAIN && (at->role != OPENS || form == &language->statements))
    return;
  skeleton_set(&c->seen, c->self, at->begin, at->end);
  if (form->is_ready)
    c->faults += breaks(c, form);
  else
    c->faults += !c->seen.is_cut &&
                 pattern_matches(&language->headers, c->seen.text.data);
}

uint32_t faults_count(const source *self, const statement_list *all)
{
  struct counter c = { .self = self, .all = all };
  ARRAY(uint32_t) open = { 0 };
  bool *is_split = mem_alloc(all->size + 1, sizeof *is_split);
  for (uint32_t i = 0; i < all->size; i++) {
    const statement *at = &all->data[i];
    uint32_t opener = open.size ? open.data[open.size - 1] : UINT32_MAX;
    count_statement(&c, at, held(&c, opener, open.size && is_split[opener]));
    count_brackets(&c, at);
    if (at->role == OPENS)
      ARRAY_PUSH(&open, i);
    else if (at->role == SPLITS)
      is_split[at->opener] = true;
    else if (at->role == CLOSES)
      open.size--;
  }
  free(is_split);
  ARRAY_FREE(&open);
  text_free(&c.seen.text);
  return c.faults;
}
