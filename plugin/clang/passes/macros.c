/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Macros: replaces uses by their expansion, and shortens bodies.
 *
 * All uses of a macro are replaced together, and its definition is removed with
 * them: a macro that is used once then costs nothing, and the other rules and
 * passes can see its contents. Replacement works as in the preprocessor, by
 * tokens, and one level deep: macros in the inserted text stay and have
 * rewrites of their own.
 *
 * Tokens alone identify a use, as in the preprocessor. Not offered: a macro
 * with #, ## or ... in its definition; one that is defined twice, undefined or
 * tested in a condition; one with parameters that another macro uses; one that
 * is used in an argument of itself; and one whose name and arguments do not
 * form a node of the syntax.
 */
#include "base/hash.h"
#include "directives.h"

/* Tokens are indices into r->s->tokens. */
typedef struct macro {
  directive definition; /* its third token is the name */
  uint32_t body;        /* behind the parameters */
  bool is_fixed;        /* must not be replaced */
  ARRAY(uint32_t) uses; /* after the definition, in document order */
} macro;

typedef struct macros {
  ARRAY(macro) list;
  map by_name; /* hash to index */
} macros;

static const token *token_at(const rewriter *r, uint32_t at)
{
  return &r->s->tokens[at];
}

static bool spells(const rewriter *r, uint32_t at, const char *text)
{
  return token_is(token_at(r, at), r->s->text, text);
}

static uint64_t hash_of(const rewriter *r, uint32_t at)
{
  return token_hash(token_at(r, at), r->s->text);
}

/* ---- definitions ---- */

static uint32_t parameters_of(const macro *m)
{
  return m->definition.first + 3;
}

static bool has_parameters(const macro *m)
{
  return parameters_of(m) < m->body;
}

/* Names and commas between parentheses. */
static void read_parameters(macro *m, const rewriter *r)
{
  uint32_t at = parameters_of(m), end = m->definition.end;
  m->body = at;
  if (at >= end || !spells(r, at, "(") ||
      token_at(r, at)->begin != token_at(r, at - 1)->end)
    return;
  while (at < end && !spells(r, at, ")")) {
    m->is_fixed |= spells(r, at, "...");
    at++;
  }
  m->is_fixed |= at == end;
  m->body = at == end ? end : at + 1;
}

static bool has_hash(const macro *m, const rewriter *r)
{
  for (uint32_t at = m->body; at < m->definition.end; at++)
    if (spells(r, at, "#") || spells(r, at, "##"))
      return true;
  return false;
}

static void add_macro(macros *out, const rewriter *r, const directive *d)
{
  macro m = { .definition = *d };
  uint32_t name = d->first + 2;
  if (name >= d->end || token_at(r, name)->kind != TOKEN_IDENTIFIER)
    return;
  uint32_t before = map_find(&out->by_name, hash_of(r, name));
  if (before != MAP_NONE) {
    out->list.data[before].is_fixed = true;
    return;
  }
  read_parameters(&m, r);
  m.is_fixed |= has_hash(&m, r);
  map_put(&out->by_name, hash_of(r, name), (uint32_t)out->list.size);
  ARRAY_PUSH(&out->list, m);
}

static macro *find_macro(const macros *all, const rewriter *r, uint32_t at)
{
  uint32_t index = token_at(r, at)->kind == TOKEN_IDENTIFIER
                       ? map_find(&all->by_name, hash_of(r, at))
                       : MAP_NONE;
  return index == MAP_NONE ? NULL : &all->list.data[index];
}

/* ---- uses ---- */

/* Does the name in a directive prevent replacement, because it is not a use or
 * not a replaceable one? */
static bool is_fixing(const macro *m, const rewriter *r, const directive *d,
                      uint32_t at)
{
  return !directive_is(r, d, "define") || has_parameters(m) ||
         m->definition.first == d->first || spells(r, at - 1, "##") ||
         spells(r, at - 1, "#") || (at + 1 < d->end && spells(r, at + 1, "##"));
}

/* For a macro with parameters, only a name before a parenthesis is a use. */
static bool is_use(const macro *m, const rewriter *r, uint32_t at)
{
  uint32_t visible = r->s->visible_of[at];
  return at > m->definition.first &&
         (!has_parameters(m) || (visible + 1 < r->s->count &&
                                 r->s->words[visible + 1] == WORD_OPEN_PAREN));
}

static void find_uses(macros *all, const rewriter *r, const directives *list)
{
  for (uint32_t at = 0; all->list.size && at < r->s->token_count; at++) {
    uint32_t number = token_at(r, at)->directive;
    const directive *d = number ? &list->data[number - 1] : NULL;
    uint32_t head = !d ? 0 : d->first + (directive_is(r, d, "define") ? 3 : 2);
    macro *m = at < head ? NULL : find_macro(all, r, at);
    if (!m || (!d && (r->b->leaf_nodes[at] == NODE_NONE || !is_use(m, r, at))))
      continue;
    m->is_fixed |= d && is_fixing(m, r, d, at);
    ARRAY_PUSH(&m->uses, at);
  }
}

static void find_macros(macros *out, const rewriter *r)
{
  directives list = { 0 };
  *out = (macros){ 0 };
  directives_list(&list, r);
  for (size_t i = 0; i < list.size; i++)
    if (directive_is(r, &list.data[i], "define"))
      add_macro(out, r, &list.data[i]);
  find_uses(out, r, &list);
  free(list.data);
}

static void free_macros(macros *m)
{
  for (size_t i = 0; i < m->list.size; i++)
    free(m->list.data[i].uses.data);
  free(m->list.data);
  map_free(&m->by_name);
}

/* ---- expansions ---- */

/* An argument: its visible tokens. */
typedef struct argument {
  uint32_t first, end;
} argument;

typedef struct expansion {
  rewriter *r;
  const macro *m;
  ARRAY(argument) arguments;
  uint32_t node;  /* builder's id of the node to replace */
  uint32_t close; /* the token that ends it */
  int64_t gain;
} expansion;

/* The index of the parameter that the token names, or SIZE_MAX. */
static size_t parameter_of(const expansion *e, uint32_t at)
{
  size_t number = 0;
  for (uint32_t i = parameters_of(e->m); i < e->m->body; i++) {
    bool is_name = token_at(e->r, i)->kind == TOKEN_IDENTIFIER;
    if (is_name && hash_of(e->r, i) == hash_of(e->r, at))
      return number;
    number += spells(e->r, i, ",");
  }
  return SIZE_MAX;
}

static size_t parameter_count(const expansion *e)
{
  size_t count = parameters_of(e->m) + 2 < e->m->body;
  for (uint32_t i = parameters_of(e->m); i < e->m->body; i++)
    count += spells(e->r, i, ",");
  return count;
}

/* Splits the visible tokens from `at` to `end` at commas. */
static void split_arguments(expansion *e, uint32_t at, uint32_t end)
{
  const syntax *s = e->r->s;
  argument next = { .first = at };
  e->arguments.size = 0;
  for (; at < end; at++) {
    uint32_t partner = s->match[at];
    if (partner != NODE_NONE && partner > at && partner < end) {
      at = partner;
    } else if (s->words[at] == WORD_COMMA) {
      next.end = at;
      ARRAY_PUSH(&e->arguments, next);
      next.first = at + 1;
    }
  }
  next.end = end;
  if (e->arguments.size || next.first < end)
    ARRAY_PUSH(&e->arguments, next);
}

/* The node from the name to its closing parenthesis, or NODE_NONE. */
static uint32_t find_call(const rewriter *r, uint32_t leaf, uint32_t end)
{
  uint32_t first = rewrite_at(r, leaf)->first;
  while (leaf != NODE_NONE && rewrite_at(r, leaf)->first == first &&
         rewrite_at(r, leaf)->end < end)
    leaf = rewrite_at(r, leaf)->parent;
  bool fits = leaf != NODE_NONE && rewrite_at(r, leaf)->first == first &&
              rewrite_at(r, leaf)->end == end;
  return fits ? leaf : NODE_NONE;
}

/* Determines the parts of a use; false if it cannot be replaced. */
static bool read_use(expansion *e, uint32_t at)
{
  const syntax *s = e->r->s;
  e->close = at;
  e->arguments.size = 0;
  e->node = e->r->b->token_ids[at];
  if (!has_parameters(e->m)) {
    e->gain++;
    return true;
  }
  uint32_t open = s->visible_of[at] + 1, partner = s->match[open];
  if (partner == NODE_NONE || partner < open)
    return false;
  uint32_t node = find_call(e->r, e->r->b->leaf_nodes[at], partner + 1);
  if (node == NODE_NONE)
    return false;
  split_arguments(e, open + 1, partner);
  e->node = e->r->b->node_ids[node];
  e->close = s->visible[partner];
  e->gain += partner - open + 2;
  return e->arguments.size == parameter_count(e);
}

/* Adds the text from one token to another, which costs `count` tokens. */
static void write_tokens(textbuf *out, expansion *e, uint32_t first,
                         uint32_t last, uint32_t count)
{
  uint32_t begin = token_at(e->r, first)->begin;
  text_add(out, e->r->s->text + begin, token_at(e->r, last)->end - begin);
  e->gain -= count;
}

/* The body with arguments substituted, without comments and line splices. */
static const char *expand(expansion *e)
{
  const uint32_t *visible = e->r->s->visible;
  textbuf out = { 0 };
  bool was_argument = false;
  for (uint32_t at = e->m->body; at < e->m->definition.end; at++) {
    const token *tok = token_at(e->r, at);
    size_t parameter =
        tok->kind == TOKEN_IDENTIFIER ? parameter_of(e, at) : SIZE_MAX;
    bool is_argument = parameter != SIZE_MAX;
    if (tok->kind == TOKEN_COMMENT)
      continue;
    if (at > e->m->body && (is_argument || was_argument ||
                            token_at(e->r, at - 1)->end < tok->begin))
      text_puts(&out, " ");
    argument by = is_argument ? e->arguments.data[parameter] : (argument){ 0 };
    if (!is_argument)
      write_tokens(&out, e, at, at, 1);
    else if (by.first < by.end)
      write_tokens(&out, e, visible[by.first], visible[by.end - 1],
                   by.end - by.first);
    was_argument = is_argument;
  }
  return strings_take(&e->r->pool, text_take(&out, NULL));
}

/* ---- rules ---- */

/* Tokens that the first uses of a macro may add: more are not recovered. */
enum { MOST_GROWTH = 100 };

/* Offers to replace all uses if that is worthwhile. */
static void offer(rewriter *r, const macro *m)
{
  expansion e = { .r = r,
                  .m = m,
                  .gain = m->definition.end - m->definition.first };
  rewrite_parts made = { 0 };
  bool fits = m->uses.size && !m->is_fixed;
  uint32_t last = 0;
  for (size_t i = 0; fits && i < m->uses.size; i++) {
    uint32_t at = m->uses.data[i];
    fits = at > last && read_use(&e, at) && e.gain > -MOST_GROWTH;
    last = e.close;
    if (fits)
      ARRAY_PUSH(&made, (rewrite_part){ .node = e.node, .text = expand(&e) });
  }
  if (fits && e.gain > 0) {
    rewrite_open(r);
    rd_builder_edit_drop(r->b->builder, m->definition.node);
    for (size_t i = 0; i < made.size; i++)
      rd_builder_edit_text(r->b->builder, made.data[i].node, made.data[i].text);
  }
  free(made.data);
  free(e.arguments.data);
}

void rewrite_macro_inlined(rewriter *r)
{
  macros all;
  find_macros(&all, r);
  for (size_t i = 0; i < all.list.size; i++)
    offer(r, &all.list.data[i]);
  free_macros(&all);
}

/* ---- bodies ---- */

static void drop_tokens(rewriter *r, uint32_t first, uint32_t end)
{
  for (uint32_t at = first; at < end; at++)
    rd_builder_edit_drop(r->b->builder, r->b->token_ids[at]);
}

/* Single tokens are optional, and pruned elsewhere. */
static void shorten(rewriter *r, const macro *m)
{
  uint32_t first = m->body, end = m->definition.end;
  if (end < first + 2)
    return;
  rewrite_open(r);
  drop_tokens(r, first, end);
  rewrite_open(r);
  rd_builder_edit_text(r->b->builder, r->b->token_ids[first], "0");
  drop_tokens(r, first + 1, end);
  if (end < first + 3 || !spells(r, first, "(") || !spells(r, end - 1, ")"))
    return;
  rewrite_open(r);
  drop_tokens(r, first, first + 1);
  drop_tokens(r, end - 1, end);
}

void rewrite_macro_body(rewriter *r)
{
  macros all;
  find_macros(&all, r);
  for (size_t i = 0; i < all.list.size; i++)
    shorten(r, &all.list.data[i]);
  free_macros(&all);
}
