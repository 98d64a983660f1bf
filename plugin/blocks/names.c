/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Finds what names mean by words alone.
 *
 * Each block is a scope. A header declares its NAME in the scope around the
 * block, and the words in the brackets behind it in the block; a statement
 * declares its NAMES, and the values that it lists in brackets, in a block that is
 * `outward` in the scope around it. A declaration holds in its whole scope, also
 * before it stands. What a block at the top declares is used behind it as well, as
 * names of a module are. A word that nothing declares is no name.
 *
 * Scopes are entered and left in the order of the text, and each name knows what
 * it means at present, so that a word costs one step.
 */
#include "names.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bindings.h"
#include "components.h"
#include "joined.h"
#include "packages.h"
#include "parameters.h"
#include "results.h"

/* A name that means something else outside the scope. */
struct hidden {
  uint32_t name, symbol;
};

struct resolver {
  const source *self;
  const statement_list *all;
  const shape *made;
  rd_builder *out;
  skeleton seen;
  ARRAY(declared_name) declared; /* by scope */
  uint32_t *names;               /* by token: equal for equal words */
  bool *is_declared;             /* by token */
  uint32_t *means, *exported;    /* by name: a symbol, or RD_NONE */
  uint32_t *homes;               /* by name: the scope of what it means */
  ARRAY(uint32_t) scopes;
  ARRAY(struct hidden) hidden;
  ARRAY(size_t) marks; /* of `hidden`, by scope */
};

/* ---- equal words ---- */

static int by_word(const void *left, const void *right, void *payload)
{
  const source *self = payload;
  const token *a = &self->tokens[*(const uint32_t *)left];
  const token *b = &self->tokens[*(const uint32_t *)right];
  uint32_t size = a->end - a->begin;
  if (size != b->end - b->begin)
    return size < b->end - b->begin ? -1 : 1;
  return self->language->ignores_case
             ? strncasecmp(self->text + a->begin, self->text + b->begin, size)
             : memcmp(self->text + a->begin, self->text + b->begin, size);
}

static void number_words(struct resolver *r)
{
  const source *self = r->self;
  ARRAY(uint32_t) words = { 0 };
  r->names = mem_alloc(self->count + 1, sizeof *r->names);
  for (uint32_t i = 0; i < self->count; i++)
    if (self->tokens[i].kind == TOKEN_IDENTIFIER)
      ARRAY_PUSH(&words, i);
  if (words.size)
    qsort_r(words.data, words.size, sizeof *words.data, by_word,
            (void *)(uintptr_t)self);
  uint32_t number = 0;
  for (size_t i = 0; i < words.size; i++) {
    if (i &&
        by_word(&words.data[i - 1], &words.data[i], (void *)(uintptr_t)self))
      number++;
    r->names[words.data[i]] = number;
  }
  ARRAY_FREE(&words);
}

/* ---- declarations ---- */

static void declare(struct resolver *r, uint32_t tok, uint32_t node,
                    uint32_t scope, uint8_t kind)
{
  if (tok >= r->self->count || r->self->tokens[tok].kind != TOKEN_IDENTIFIER ||
      node == RD_NONE || r->made->leaves[tok] == RD_NONE)
    return;
  r->is_declared[tok] = true;
  ARRAY_PUSH(&r->declared, (declared_name){ tok, node, scope, kind });
}

/* Declares the first word of each element of the list [begin, end); `whole`
 * declares it if it is alone. */
static void declare_list(struct resolver *r, uint32_t begin, uint32_t end,
                         uint32_t whole, uint32_t scope, uint8_t kind)
{
  bool is_first = true;
  for (uint32_t i = begin; i < end; i = source_behind(r->self, i, end)) {
    if (r->self->tokens[i].kind == TOKEN_COMMENT)
      continue;
    uint32_t next = source_behind(r->self, i, end);
    bool is_name =
        next >= end || r->self->text[r->self->tokens[next].begin] != ':';
    uint32_t node = r->made->elements[i];
    if (is_first && (is_name || kind != RD_SYMBOL_PARAMETER))
      declare(r, i, node == RD_NONE ? whole : node, scope, kind);
    is_first = r->self->text[r->self->tokens[i].begin] == ',';
  }
}

static void declare_header(struct resolver *r, uint32_t statement_number,
                           uint32_t scope)
{
  const statement *at = &r->all->data[statement_number];
  const rule *of = &r->self->language->rules.data[at->rule];
  size_t begin, end;
  if (!of->has_kind ||
      !pattern_find(&of->opens, r->seen.text.data, &begin, &end))
    return;
  uint32_t tok = skeleton_token(&r->seen, begin);
  declare(r, tok, r->made->statements[statement_number], scope, of->kind);
  if (tok < at->end && tok + 1 < at->end &&
      source_opens_group(r->self, tok + 1, at->end))
    declare_list(r, tok + 2, r->self->partners[tok + 1], RD_NONE,
                 statement_number + 1, RD_SYMBOL_PARAMETER);
}

static void declare_plain(struct resolver *r, uint32_t statement_number,
                          uint32_t scope)
{
  const description *language = r->self->language;
  for (size_t i = 0; i < language->declarations.size; i++) {
    const declaration *by = &language->declarations.data[i];
    const statement *at = &r->all->data[statement_number];
    size_t begin, end;
    if (!pattern_find(&by->says, r->seen.text.data, &begin, &end))
      continue;
    uint32_t first = skeleton_token(&r->seen, begin);
    uint32_t last = skeleton_token(&r->seen, end + 1);
    if (first != UINT32_MAX)
      declare_list(r, first, last == UINT32_MAX ? at->end : last,
                   r->made->statements[statement_number], scope, by->kind);
    return;
  }
}

static void declare_values(struct resolver *r, uint32_t statement_number,
                           uint32_t scope)
{
  const statement *at = &r->all->data[statement_number];
  uint32_t i = at->begin;
  if (!pattern_matches(&r->self->language->enumerates, r->seen.text.data))
    return;
  while (i < at->end && !source_opens_group(r->self, i, at->end))
    i++;
  if (i < at->end)
    declare_list(r, i + 1, r->self->partners[i], RD_NONE, scope,
                 RD_SYMBOL_ENUMERATOR);
}

static int by_scope(const void *left, const void *right)
{
  const declared_name *a = left, *b = right;
  if (a->scope != b->scope)
    return a->scope < b->scope ? -1 : 1;
  return (a->token > b->token) - (a->token < b->token);
}

static void find_declarations(struct resolver *r)
{
  const rule *rules = r->self->language->rules.data;
  for (uint32_t i = 0; i < r->all->size; i++) {
    const statement *at = &r->all->data[i];
    uint32_t scope = r->scopes.size ? r->scopes.data[r->scopes.size - 1] : 0;
    if (at->role == OPENS || at->role == PLAIN)
      skeleton_set(&r->seen, r->self, at->begin, at->end);
    if (at->role == OPENS && !r->seen.is_cut)
      declare_header(r, i, scope);
    else if (at->role == PLAIN && !r->seen.is_cut) {
      declare_plain(r, i, scope);
      declare_values(r, i, scope);
    }
    if (at->role == OPENS)
      ARRAY_PUSH(&r->scopes, rules[at->rule].is_outward ? scope : i + 1);
    else if (at->role == CLOSES)
      r->scopes.size--;
  }
  if (r->declared.size)
    qsort(r->declared.data, r->declared.size, sizeof *r->declared.data,
          by_scope);
}

/* ---- symbols ---- */

static uint32_t add_symbol(struct resolver *r, const declared_name *by)
{
  const token *tok = &r->self->tokens[by->token];
  const description *language = r->self->language;
  uint32_t flags = RD_SYMBOL_DEFINED;
  if (by->scope) {
    const rule *of = &language->rules.data[r->all->data[by->scope - 1].rule];
    if (of->has_kind && of->kind == RD_SYMBOL_FUNCTION)
      flags |= RD_SYMBOL_LOCAL;
  }
  char *name =
      mem_copy_bytes(r->self->text + tok->begin, tok->end - tok->begin);
  uint32_t symbol =
      rd_builder_symbol(r->out, (rd_symbol_kind)by->kind, name, flags);
  free(name);
  return symbol;
}

/* Enters the scope: its declarations, from *next on, hold. */
static void enter(struct resolver *r, uint32_t scope)
{
  size_t low = 0, high = r->declared.size;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (r->declared.data[middle].scope < scope)
      low = middle + 1;
    else
      high = middle;
  }
  ARRAY_PUSH(&r->marks, r->hidden.size);
  for (; low < r->declared.size && r->declared.data[low].scope == scope;
       low++) {
    const declared_name *by = &r->declared.data[low];
    uint32_t name = r->names[by->token];
    if (r->means[name] == RD_NONE || r->homes[name] != scope) {
      ARRAY_PUSH(&r->hidden, (struct hidden){ name, r->means[name] });
      ARRAY_PUSH(&r->scopes, r->homes[name]);
      r->means[name] = add_symbol(r, by);
      r->homes[name] = scope;
    }
    rd_builder_declares(r->out, r->means[name], by->node);
    rd_builder_names(r->out, r->means[name], r->made->leaves[by->token]);
  }
}

static void leave(struct resolver *r)
{
  size_t mark = r->marks.data[--r->marks.size];
  bool exports = r->marks.size == 1;
  while (r->hidden.size > mark) {
    struct hidden last = r->hidden.data[--r->hidden.size];
    if (exports)
      r->exported[last.name] = r->means[last.name];
    r->means[last.name] = last.symbol;
    r->homes[last.name] = r->scopes.data[--r->scopes.size];
  }
}

static void add_uses(struct resolver *r, const statement *at)
{
  for (uint32_t i = at->begin; i < at->end; i++) {
    const source *self = r->self;
    if (self->tokens[i].kind != TOKEN_IDENTIFIER || r->is_declared[i] ||
        r->made->leaves[i] == RD_NONE ||
        (i > at->begin && scan_is_any(self->language, &self->tokens[i - 1],
                                      self->text, &self->language->members)))
      continue;
    uint32_t name = r->names[i];
    uint32_t symbol =
        r->means[name] != RD_NONE ? r->means[name] : r->exported[name];
    if (symbol != RD_NONE)
      rd_builder_uses(r->out, symbol, r->made->leaves[i], RD_USE_NAME);
  }
}

static void resolve(struct resolver *r)
{
  enter(r, 0);
  for (uint32_t i = 0; i < r->all->size; i++) {
    const statement *at = &r->all->data[i];
    if (at->role == OPENS)
      enter(r, i + 1);
    add_uses(r, at);
    if (at->role == CLOSES)
      leave(r);
  }
  leave(r);
}

static uint32_t *none(size_t count)
{
  uint32_t *numbers = mem_alloc(count + 1, sizeof *numbers);
  memset(numbers, 0xff, (count + 1) * sizeof *numbers);
  return numbers;
}

/* ---- what follows from names ---- */

bool meanings_are(const meanings *self, uint32_t i, const strings *words)
{
  return scan_is_any(self->self->language, &self->self->tokens[i],
                     self->self->text, words);
}

bool meanings_is_word(const meanings *self, uint32_t i, uint32_t name)
{
  return self->self->tokens[i].kind == TOKEN_IDENTIFIER &&
         self->names[i] == name && self->made->leaves[i] != RD_NONE;
}

bool meanings_opens_list(const meanings *self, uint32_t i)
{
  return i < self->self->count &&
         source_opens_group(self->self, i, self->self->count);
}

uint32_t meanings_statement(const meanings *self, uint32_t i)
{
  uint32_t low = 0, high = (uint32_t)self->all->size;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (self->all->data[middle].begin <= i)
      low = middle;
    else
      high = middle;
  }
  return low;
}

uint32_t meanings_block_end(const meanings *self, uint32_t opener)
{
  const statement_list *all = self->all;
  uint32_t i = opener + 1;
  while (i < all->size &&
         !(all->data[i].role == CLOSES && all->data[i].opener == opener))
    i++;
  return i < all->size ? i : opener;
}

static void offer(struct resolver *r)
{
  meanings of = { .self = r->self,
                  .all = r->all,
                  .made = r->made,
                  .names = r->names,
                  .declared = r->declared.data,
                  .count = r->declared.size };
  parameters_offer(r->out, &of);
  bindings_offer(r->out, &of);
  components_offer(r->out, &of);
  results_offer(r->out, &of);
  joined_offer(r->out, &of);
  packages_offer(r->out, &of);
}

void names_add(rd_builder *builder, const source *self,
               const statement_list *all, const shape *made)
{
  struct resolver r = {
    .self = self, .all = all, .made = made, .out = builder
  };
  r.is_declared = mem_alloc(self->count + 1, 1);
  r.means = none(self->count);
  r.exported = none(self->count);
  r.homes = none(self->count);
  number_words(&r);
  find_declarations(&r);
  resolve(&r);
  offer(&r);
  ARRAY_FREE(&r.declared);
  ARRAY_FREE(&r.scopes);
  ARRAY_FREE(&r.hidden);
  ARRAY_FREE(&r.marks);
  text_free(&r.seen.text);
  free(r.names);
  free(r.is_declared);
  free(r.means);
  free(r.exported);
  free(r.homes);
}
